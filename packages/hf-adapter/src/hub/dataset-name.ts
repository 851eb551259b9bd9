import { EipError } from "@eip-eval/core";

const NAME = /^[\w.-]{1,96}(?:\/[\w.-]{1,96})?$/;

/**
 * A dataset's name, checked so that it can stand in an address and become a folder.
 *
 * @throws EipError `no-such-repository` for anything that no dataset can be called.
 * @example
 * ```ts
 * datasetName("open-llm-leaderboard/acme__heron-7b-details"); // the same
 * ```
 */
export function datasetName(name: string): string {
  const isFine: boolean = isDatasetName(name);
  if (isFine) return name;
  throw new EipError("no-such-repository", {
    where: JSON.stringify(name.slice(0, 200)),
    found: "no dataset can be called so",
    expected: "owner/dataset",
    try: "check the spelling",
  });
}

/** Whether a text can be the name of a dataset. */
export function isDatasetName(name: unknown): name is string {
  return typeof name === "string" && NAME.test(name) && !/(?:^|\/)\.+(?:\/|$)|\.\./.test(name);
}

/** Whether a text is the id of a commit: 40 hexadecimal digits. */
export function isCommit(sha: unknown): sha is string {
  return typeof sha === "string" && /^[0-9a-f]{40}$/.test(sha);
}

/**
 * The id of a commit, checked; a branch can move while it is read.
 *
 * @throws EipError `bad-option`.
 */
export function commitId(sha: string): string {
  const isFine: boolean = isCommit(sha);
  if (isFine) return sha;
  throw new EipError("bad-option", {
    where: JSON.stringify(sha.slice(0, 80)),
    found: "no id of a commit",
    expected: "40 hexadecimal digits",
  });
}
