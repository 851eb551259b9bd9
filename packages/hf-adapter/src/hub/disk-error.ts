import { EipError } from "@eip-eval/core";
import { systemCode } from "@eip-eval/core/io";

/**
 * What a failed write is told as: `disk-full` without space, else `write`. Errors that are not of the
 * file system come back unchanged.
 */
export function diskError(path: string, cause: unknown): unknown {
  const code = systemCode(cause);
  if (!/^E[A-Z0-9]+$/.test(code) || EipError.isInstance(cause)) return cause;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new EipError("disk-full", {
      where: path,
      found: "no space left; nothing half-written stands under its name",
      try: "free some space, then the same command",
      cause,
    });
  }
  return new EipError("write", {
    where: path,
    found: `writing failed (${code})`,
    try: "choose another place",
    cause,
  });
}
