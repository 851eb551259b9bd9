import type { JsonObject } from "../outcomes/json-value.ts";

/**
 * How much of a member is wanted, where not all of it is:
 *
 * - nothing;
 * - an empty value of its kind, as `[]` for a list;
 * - of an object, some members only;
 * - this text, if it is the first one in the lists of the value, else an empty value of its kind; a
 *   text without characters that need an escape;
 * - all of it if the other members ask for that, else an empty value of its kind.
 */
export type MemberPart =
  | "nothing"
  | "kind"
  | { readonly members: readonly string[] }
  | { readonly firstText: string }
  | { readonly wholeIf: (others: JsonObject) => boolean };

/** What is wanted of a record. */
export interface RecordParts {
  /** By key; members that are not here are wanted whole. */
  readonly members: ReadonlyMap<string, MemberPart>;
  /** Whether the wanted parts are enough; where not, the record is read whole. Default: always. */
  readonly suffice?: ((record: JsonObject) => boolean) | undefined;
}

/** Says by its keys what is wanted of a record; `undefined` for all of it. */
export type PartsOf = (keys: readonly string[]) => RecordParts | undefined;

/** A part that the other members decide on. */
export type LatePart = Extract<MemberPart, { readonly wholeIf: unknown }>;

export function isDecidedLate(part: MemberPart | undefined): part is LatePart {
  return typeof part === "object" && "wholeIf" in part;
}

/** Names of the members of a member that are wanted, where not all of them are. */
export function innerNames(part: MemberPart | undefined): readonly string[] {
  return typeof part === "object" && "members" in part ? part.members : [];
}
