import { EipError, type ReadOptions } from "@eip-eval/core";
import {
  readJsonPieces,
  type JsonFileOptions,
  type JsonPath,
  type JsonValue,
} from "@eip-eval/core/io";
import type { Layout, SamplesFile } from "./files.ts";

/** A value of a per-sample file with the task it stands under, where the file says it. */
export interface SampleValue {
  readonly task?: string | undefined;
  readonly value: unknown;
  readonly line: number;
}

export type SampleOptions = Pick<JsonFileOptions, "signal" | "onProblem" | "onBytes" | "partsOf"> &
  Pick<ReadOptions, "repair">;

/**
 * The values of a per-sample file by the piece, whatever its layout. The harness writes a record on one
 * line; one that goes on below was edited by hand, and is left out unless `repair` is asked for (trap
 * 3).
 */
export async function* readSamplePieces(
  file: Pick<SamplesFile, "path" | "layout">,
  options: SampleOptions = {},
): AsyncGenerator<Iterable<SampleValue>> {
  const { repair: _, ...reading } = options;
  for await (const values of readJsonPieces(file.path, { ...reading, opens: OPENS[file.layout] })) {
    yield samplesIn(values, file, options);
  }
}

function* samplesIn(
  values: Iterable<JsonValue>,
  { path, layout }: Pick<SamplesFile, "path" | "layout">,
  { repair = false, ...options }: SampleOptions,
): Generator<SampleValue> {
  const depth = { records: 1, tasks: 3, result: 4 }[layout];
  for (const one of values) {
    const { value, line, path: at, brokenOver } = one;
    if (layout !== "records") {
      if (at.length === depth) yield { task: String(at[depth - 2]), value, line };
    } else if (repair || brokenOver === 1) yield one;
    else leaveOut(brokenRecord({ path, line, brokenOver }), { path, line, ...options });
  }
}

function brokenRecord(at: { path: string; line: number; brokenOver: number }): EipError {
  return new EipError("damaged", {
    where: `${at.path}:${at.line}`,
    found: `a record that was broken over ${at.brokenOver} lines`,
    expected: "one line, as the harness writes it",
    try: "--repair, which puts such records together again",
  });
}

function leaveOut(
  error: EipError,
  { path, line, onProblem }: { path: string; line: number } & SampleOptions,
): void {
  if (!onProblem) throw error;
  const { code, message } = error;
  onProblem({ severity: "skipped", code, message, path, line, try: error.try });
}

const OPENS: Record<Layout, (at: JsonPath, kind: "array" | "object") => boolean> = {
  records: (at, kind) => at.length === 1 && kind === "array",
  tasks: (at, kind) => at.length === 1 || (at.length === 2 && kind === "array"),
  result: (at, kind) =>
    at.length === 1 || (at[1] === "samples" && at.length === (kind === "object" ? 2 : 3)),
};
