import { textOf, type JsonObject, type MemberPart, type PartsOf } from "@eip-eval/core/io";
import { ID_FIELDS, INVALID, NUMBERED_KEY } from "./record.ts";

/**
 * What `sampleRecord` needs of records on a line each: of the document its ids and the carried fields,
 * where its hash is logged; of prompts and responses nothing but whether an answer was found. Members
 * with other names may be metrics.
 */
export function partsOfSamples(carry: readonly string[] = []): PartsOf {
  const parts: ReadonlyMap<string, MemberPart> = new Map<string, MemberPart>([
    ["doc", { members: [...new Set([...ID_FIELDS, ...carry])] }],
    ["target", "kind"],
    ["arguments", "nothing"],
    ["resps", "nothing"],
    ["filtered_resps", { firstText: INVALID }],
    ["target_hash", "nothing"],
  ]);
  const withoutHash = new Map([...parts].filter(([key]) => key !== "doc"));
  return (keys) => {
    if (carry.includes("__proto__")) return undefined;
    const numbered = keys.filter((key) => NUMBERED_KEY.test(key) && key !== "prompt_0");
    const isHashed = keys.includes("doc_hash");
    return {
      members: new Map([
        ...(isHashed ? parts : withoutHash),
        ...numbered.map((key) => [key, "nothing"] as const),
      ]),
      suffice: isHashed ? hasHash : undefined,
    };
  };
}

/** Without its hash a document is needed whole. */
function hasHash(record: JsonObject): boolean {
  return textOf(record["doc_hash"]) !== undefined;
}
