import { EipError, patternLookup, type ReadOptions } from "@eip-eval/core";
import type { TextPool } from "./columns.ts";
import type { SamplesFile } from "./files.ts";
import type { TaskInName } from "./file-name.ts";
import { requestFor } from "./metric.ts";
import { resultsOfFile, taskOfFile } from "./pairing.ts";
import { sampleRecord } from "./record.ts";
import { partsOfSamples } from "./record-parts.ts";
import type { Results } from "./results.ts";
import { makeRun, type Run } from "./run.ts";
import { SampleTable, type ScaleOf } from "./sample-table.ts";
import { readSamplePieces, type SampleOptions, type SampleValue } from "./samples.ts";

export interface ReadRunsOptions extends Pick<
  ReadOptions,
  "metrics" | "scales" | "wants" | "carry" | "strict" | "text"
> {
  readonly results: readonly Results[];
  readonly texts: TextPool;
  readonly file: SampleOptions;
  readonly onRefused: (error: EipError, path: string) => void;
}

/** The first pass over a per-sample file: its records as columns, for each benchmark that is wanted. */
export async function readRuns(file: SamplesFile, options: ReadRunsOptions): Promise<Run[]> {
  const { results, texts, wants = () => true } = options;
  const named = taskOfFile(file, results);
  if (file.layout === "records" && !wants(named.task)) return [];
  const tables = new Map<string, SampleTable>();
  let strays = 0;
  const take = ({ task = named.task, value, line }: SampleValue): void => {
    if (!wants(task)) return;
    const record = sampleRecord(value, options.carry);
    if (!record) {
      strays += 1;
      if (strays === 1) options.onRefused(strayError(file, line), file.path);
      return;
    }
    let table = tables.get(task);
    if (!table) tables.set(task, (table = new SampleTable(texts, scaleOf(task, options))));
    table.add(record, line);
  };
  const { strict, text, carry } = options;
  // A second pass for texts parses everything, and has to find the same records.
  const partsOf = strict || text ? undefined : partsOfSamples(carry);
  for await (const samples of readSamplePieces(file, { ...options.file, partsOf })) {
    for (const sample of samples) take(sample);
  }
  if (tables.size === 0 && strays === 0) options.onRefused(emptyError(file), file.path);
  return [...tables].map(([task, table]) => {
    table.seal();
    const inName: TaskInName = file.layout === "records" ? named : { task };
    const own = file.layout === "result" && results.find(({ path }) => path === file.path);
    return makeRun({ file, named: inName, table }, own || resultsOfFile(file, inName, results));
  });
}

/** The user's scale belongs to the metric that the user names, or to the only one there is. */
function scaleOf(
  benchmark: string,
  { metrics, scales }: Pick<ReadOptions, "metrics" | "scales">,
): ScaleOf {
  const scale = patternLookup(scales ?? {}).find(benchmark);
  const request = requestFor(benchmark, metrics);
  return (metric) => (request === undefined || request.metric === metric ? scale : undefined);
}

function strayError({ path }: SamplesFile, line: number): EipError {
  return new EipError("damaged", {
    where: `${path}:${line}`,
    found: "a value that is no record",
    expected: "doc_id or doc_hash",
  });
}

function emptyError({ path }: SamplesFile): EipError {
  return new EipError("empty", { where: path, found: "no record in it" });
}
