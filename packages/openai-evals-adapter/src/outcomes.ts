import { groupBy, type Outcome } from "@eip-eval/core";
import { cellsOf, type Cell, type PlannedRun } from "./cells.ts";
import { defined } from "./defined.ts";
import { fingerprintText } from "./fingerprint.ts";
import type { LogFile } from "./files.ts";
import { readLogValues, type ValueOptions } from "./log-values.ts";
import { mostUsed } from "./named-runs.ts";
import { partsOf } from "./parts.ts";
import type { RawRun } from "./raw-run.ts";
import type { RunBook } from "./run-book.ts";
import { simpleEvalsQuestions } from "./simple-evals.ts";
import { addEventTexts, hostedTexts, type Texts, type TextsSoFar } from "./text.ts";

/** The outcomes of the planned runs, run by run and sample by sample. */
export function* outcomesOf(planned: readonly PlannedRun[]): Generator<Outcome> {
  for (const one of planned) {
    const metadata = metadataOf(one);
    for (const cell of cellsOf(one)) yield outcome(one, { cell, metadata });
  }
}

type Reading = Pick<ValueOptions, "signal" | "onBytes">;

/**
 * The outcomes with their texts, in the order in which the last record of each sample stands in the
 * files. Passes over them again, and holds the texts only of samples that are still going on.
 */
export async function* outcomesWithTexts(
  planned: readonly PlannedRun[],
  {
    files,
    book,
    isWhole,
    ...reading
  }: { files: readonly LogFile[]; book: RunBook; isWhole: boolean } & Reading,
): AsyncGenerator<Outcome> {
  const open = new Map(planned.map((one) => [one.run.raw, openRun(one)]));
  for (const file of files) {
    for await (const { raw, id, add } of textRecords(file, { book, ...reading })) {
      const run = open.get(raw);
      const sample = raw.table.numberOf(id);
      if (!run || sample === undefined) continue;
      const texts = run.texts.get(sample) ?? {};
      add(texts);
      run.texts.set(sample, texts);
      run.left[sample]! -= 1;
      if (run.left[sample] !== 0) continue;
      run.texts.delete(sample);
      if (!isWhole && texts.answer === "") delete texts.answer;
      for (const cell of run.cells.get(sample) ?? []) {
        yield outcome(run.planned, { cell, metadata: run.metadata, texts });
      }
    }
  }
}

interface OpenRun {
  readonly planned: PlannedRun;
  readonly metadata: Outcome["metadata"];
  readonly cells: ReadonlyMap<number, readonly Cell[]>;
  /** Records of each sample that are still to come. */
  readonly left: number[];
  readonly texts: Map<number, TextsSoFar>;
}

function openRun(planned: PlannedRun): OpenRun {
  return {
    planned,
    metadata: metadataOf(planned),
    cells: groupBy(cellsOf(planned), ({ sample }) => sample),
    left: [...planned.run.table.records],
    texts: new Map(),
  };
}

interface TextRecord {
  readonly raw: RawRun;
  /** The sample's id. */
  readonly id: string;
  readonly add: (texts: TextsSoFar) => void;
}

/** What the records of a file say about the texts of their samples. */
async function* textRecords(
  file: LogFile,
  { book, ...reading }: { book: RunBook } & Reading,
): AsyncGenerator<TextRecord> {
  // What is damaged was reported when the file was read first.
  const options = { ...reading, onDamage() {} };
  if (file.layout === "simple-evals") {
    const raw = book.withId(file.path, "simple-evals");
    for await (const { at, text } of simpleEvalsQuestions(file, options)) {
      const sample = raw.table.sampleOfRow(at);
      if (sample === undefined) continue;
      yield {
        raw,
        id: raw.table.samples[sample]!,
        add: (texts) => Object.assign(texts, defined("text", text)),
      };
    }
    return;
  }
  const scope = book.open();
  for await (const { value } of readLogValues(file, options)) {
    for (const { part } of partsOf(value)) {
      const raw = scope.runOf(part);
      if (raw && part.kind === "event") {
        yield { raw, id: part.sampleId, add: (texts) => addEventTexts(texts, part) };
      } else if (raw && part.kind === "row") {
        yield { raw, id: part.index, add: (texts) => Object.assign(texts, hostedTexts(part)) };
      }
    }
  }
}

function outcome(
  { run, rule, request }: PlannedRun,
  { cell, metadata, texts }: { cell: Cell; metadata: Outcome["metadata"]; texts?: Texts },
): Outcome {
  return {
    model: run.model,
    benchmark: run.benchmark,
    item: cell.item,
    score: cell.score,
    ...defined("trial", cell.trial),
    metric: rule.metric,
    filter: request.filter,
    run: run.id,
    ...defined("contentHash", fingerprintText(run.table.questions[cell.sample]!)),
    ...defined("text", texts?.text),
    ...defined("key", texts?.key),
    ...defined("answer", texts?.answer),
    ...defined("metadata", metadata),
  };
}

/** Who answered and who graded, as far as the log says it. */
function metadataOf({ run: { table, spec } }: PlannedRun): Outcome["metadata"] {
  const metadata = {
    ...defined("served", mostUsed(table.served)),
    ...defined("grader", spec?.grader),
  };
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}
