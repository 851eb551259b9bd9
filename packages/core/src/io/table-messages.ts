import { EipError } from "../errors.ts";
import type { Notice, ScoreScale } from "../outcomes/adapter.ts";
import { ANY_NUMBER, scoreFromGrade } from "../outcomes/score.ts";
import { shortened, shownValue } from "../outcomes/shown-value.ts";
import { shownPath } from "./open.ts";

/** Items of a file that are known by hashes. */
export function hashedNotice(path: string): Notice {
  return {
    severity: "note",
    code: "item-identity",
    message: `${shownPath(path)}: items are given as long texts; the first 16 digits of their SHA-256 stand for them.`,
  };
}

/** Which columns were taken for what, in all files that share it. */
export function mappingNotice(mapping: string, paths: readonly string[]): Notice {
  const [first = "", ...others] = paths;
  const files = others.length === 0 ? shownPath(first) : `${first} and ${others.length} more`;
  return { severity: "note", code: "mapping", message: `${files}: ${mapping}` };
}

/** Something the user asked for that met nothing. */
export function unmatchedNotice(message: string): Notice {
  return { severity: "warning", code: "unmatched-option", message };
}

/** A row that cannot be told from others. */
export function namelessRow(
  what: "model" | "item",
  { path, line }: { path: string; line: number },
): EipError {
  return new EipError("damaged", {
    where: `${shownPath(path)}:${line}`,
    found: `a row without ${what}, which is left out`,
    expected: `the name of one ${what}`,
  });
}

/** A grade that is no score on its scale. */
export function offScale(
  cell: { model: string; item: string; grade: unknown; scale: ScoreScale },
  { path, line, hint }: { path: string; line: number; hint: string | undefined },
): EipError {
  const { model, item, grade, scale } = cell;
  const isNumber =
    typeof grade === "number" || typeof scoreFromGrade(grade, ANY_NUMBER) === "number";
  const shown = isNumber ? String(grade).trim() : shownValue(grade);
  return new EipError("off-scale", {
    where: `${shownPath(path)}:${line}`,
    found: `score ${shown} (model ${model}, item ${shortened(item)})`,
    expected: `${scaleText(scale)}. Nothing was clipped`,
    try: isNumber ? TRY_NUMBER : (hint ?? `${TRY_TEXT}: scale: { ${shown}: 0 }`),
  });
}

const TRY_NUMBER = "correct it, or give the scale in eip.yaml: scale: { min: 0, max: 5 }";
const TRY_TEXT = "leave it empty where nothing was graded, or give its worth in eip.yaml";

function scaleText(scale: ScoreScale): string {
  if (scale === "unit") return "0 to 1";
  return "labels" in scale
    ? `one of ${Object.keys(scale.labels).join(", ")}`
    : `${scale.min} to ${scale.max}`;
}
