const LONGEST_SEGMENT = 255;
const LONGEST_PATH = 1024;
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

/**
 * Why a path of a dataset must not become a path on this machine; undefined for one that may. Paths
 * come from whoever wrote the dataset.
 *
 * @example
 * ```ts
 * pathProblem("a/samples_gsm8k.jsonl"); // undefined
 * pathProblem("../../.ssh/authorized_keys"); // 'a segment ".."'
 * ```
 */
export function pathProblem(path: string): string | undefined {
  if (path === "") return "an empty path";
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(path)) return "a control character";
  if (path.includes("\\")) return "a backslash";
  if (path.startsWith("/")) return "an absolute path";
  if (/^[a-z]:/i.test(path)) return "a drive letter";
  if (Buffer.byteLength(path) > LONGEST_PATH) return `more than ${LONGEST_PATH} bytes`;
  return path
    .split("/")
    .map(segmentProblem)
    .find((problem) => problem !== undefined);
}

function segmentProblem(segment: string): string | undefined {
  if (segment === "") return "an empty segment";
  // Windows takes dots and spaces off the end of a name.
  if (/^[. ]+$/.test(segment)) return `a segment "${segment}"`;
  if (/^\.git$/i.test(segment)) return 'a segment ".git"';
  if (RESERVED.test(segment)) return "a name that Windows reserves";
  if (/^[a-z]:/i.test(segment)) return "a drive letter";
  if (Buffer.byteLength(segment) > LONGEST_SEGMENT) return "a name of more than 255 bytes";
  return undefined;
}
