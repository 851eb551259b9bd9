/** The last part of the name of a metric of ours. */

import { EipError } from "../errors.ts";

/**
 * The name that was given, else the last part of a model's name with everything odd taken out, so that
 * `--metric task=judge:NAME` can be typed.
 *
 * @throws EipError `bad-option` for a given name with a comma, an equals sign, a space or the like.
 * @example
 * ```ts
 * metricName("--as", undefined, "Qwen/Qwen3-32B:free"); // "Qwen3-32B-free"
 * ```
 */
export function metricName(flag: string, given: string | undefined, model: string): string {
  if (given === undefined) {
    const last = model.slice(model.lastIndexOf("/") + 1);
    return last.replaceAll(/[^\w.-]+/g, "-").replaceAll(/^-+|-+$/g, "") || "model";
  }
  if (/^[\w.-]+$/.test(given)) return given;
  throw new EipError("bad-option", {
    where: flag,
    found: `"${given}"`,
    expected: "letters, digits, dots, hyphens and underscores",
  });
}
