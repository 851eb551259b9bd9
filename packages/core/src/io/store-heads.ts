/** The heads of the runs of a file as its metadata hold them. */

import { EipError } from "../errors.ts";
import type { GradedMetric } from "../outcomes/graded-run.ts";
import type { PartHead, StoredHead } from "./store-run.ts";

/** The key of the metadata, and the version of what is in it. */
export const STORE_KEY = "eip-store";
export const STORE_SCHEMA = "eip-store/1";

/** What many runs of a benchmark share is written once. */
interface Profile {
  readonly benchmark: string;
  readonly metrics: readonly GradedMetric[];
  readonly rows: number;
  readonly expected?: number | undefined;
  readonly hashKind?: string | undefined;
  readonly fingerprint: string;
  readonly parts: readonly PartHead[];
}

interface OwnHead extends Omit<StoredHead, keyof Profile> {
  /** Number of its profile. */
  readonly profile: number;
}

/** The heads, in the order of their rows in the file, as text. */
export function textFromHeads(heads: readonly StoredHead[]): string {
  const profiles: Profile[] = [];
  const numbers = new Map<string, number>();
  const runs = heads.map((head): OwnHead => {
    const { benchmark, metrics, rows, expected, hashKind, fingerprint, parts, ...own } = head;
    const profile = { benchmark, metrics, rows, expected, hashKind, fingerprint, parts };
    const key = JSON.stringify(profile);
    if (!numbers.has(key)) numbers.set(key, profiles.push(profile) - 1);
    return { ...own, profile: numbers.get(key)! };
  });
  return JSON.stringify({ schema: STORE_SCHEMA, profiles, runs });
}

/**
 * The heads of a file from its metadata.
 *
 * @throws EipError `damaged` where they are not what a store writes, `unsupported` for those of
 *   another version.
 */
export function headsFromText(text: string, where: string): StoredHead[] {
  const { schema, profiles, runs } = parsed(text, where);
  if (schema !== STORE_SCHEMA) {
    throw new EipError("unsupported", {
      where,
      found: `a store of version ${String(schema)}`,
      expected: STORE_SCHEMA,
      try: "update this program",
    });
  }
  if (!Array.isArray(profiles) || !Array.isArray(runs)) throw damagedHeads(where);
  return runs.map((run: unknown) => {
    if (!isRecord(run)) throw damagedHeads(where);
    const { profile: number, ...own } = run;
    const profile: unknown = profiles[Number(number)];
    const head = isRecord(profile) ? { ...own, ...profile } : undefined;
    if (!isHead(head)) throw damagedHeads(where);
    return head;
  });
}

function parsed(text: string, where: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // Said below.
  }
  throw damagedHeads(where);
}

function damagedHeads(where: string): EipError {
  return new EipError("damaged", {
    where,
    found: "a file of a store whose metadata are no description of its runs",
    try: "add the run again",
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isText = (value: unknown): boolean => typeof value === "string";
const isTextOrAbsent = (value: unknown): boolean => value === undefined || isText(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

function isHead(value: unknown): value is StoredHead {
  if (!isRecord(value)) return false;
  const { metrics, parts, harnessMeans, expected } = value;
  return (
    [value["model"], value["benchmark"], value["source"], value["id"]].every(isText) &&
    isText(value["fingerprint"]) &&
    [value["run"], value["sourceHash"], value["hashKind"]].every(isTextOrAbsent) &&
    [value["rows"], value["generation"]].every(isCount) &&
    (expected === undefined || isCount(expected)) &&
    isRecord(harnessMeans) &&
    Object.values(harnessMeans).every((mean) => typeof mean === "number") &&
    Array.isArray(metrics) &&
    metrics.length > 0 &&
    metrics.every((one) => isRecord(one) && isText(one["metric"]) && isText(one["filter"])) &&
    Array.isArray(parts) &&
    parts.length === metrics.length &&
    parts.every((one) => isRecord(one) && isCount(one["rows"]) && isText(one["layout"]))
  );
}
