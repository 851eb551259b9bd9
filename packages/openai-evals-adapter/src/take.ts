import type { Place } from "./event-table.ts";
import { rawGrades } from "./grades.ts";
import type { HostedRow } from "./hosted-row.ts";
import { member, textOf } from "@eip-eval/core/io";
import { promptPrint } from "./prompt.ts";
import type { HostedNotes, RawRun } from "./raw-run.ts";
import { KNOWN_TYPES, type EventRecord } from "./record.ts";

/** The order of a question that is known from the data set only: any logged prompt is before it. */
const BEHIND_ALL = Number.MAX_SAFE_INTEGER;

/**
 * Whether the data of an event count, which they do for outcomes and for the first prompt of a sample;
 * `run` is the one it belongs to, if that is known.
 */
export function needsData(
  run: RawRun | undefined,
  { type, sampleId, eventId }: Pick<EventRecord, "type" | "sampleId" | "eventId">,
): boolean {
  if (type === "match" || type === "metrics") return true;
  if (type !== "sampling" && type !== "raw_sample") return false;
  const sample = run?.table.numberOf(sampleId);
  return sample === undefined || run!.table.isFirstPrompt(sample, promptOrder({ type, eventId }));
}

/** Prompts by number; without numbers the first in the file is the first. */
function promptOrder({ type, eventId }: Pick<EventRecord, "type" | "eventId">): number {
  if (type === "raw_sample") return BEHIND_ALL;
  return Number.isNaN(eventId) ? 0 : eventId;
}

/** Takes what counts of one event into the table of its run; the texts are dropped. */
export function takeEvent({ table }: RawRun, event: EventRecord, place: Place): void {
  const { type, data, eventId } = event;
  const sample = table.sample(event.sampleId);
  if (type === "match" || type === "metrics") {
    table.addOutcome({ sample, order: eventId, type, grades: rawGrades(data), place });
  } else if (type === "sampling") {
    const order = promptOrder(event);
    if (!table.isFirstPrompt(sample, order)) return;
    const print = promptPrint(member(data, "prompt"));
    table.setPrompt(sample, { order, print, served: servedModel(data) });
  } else if (type === "raw_sample") {
    const order = promptOrder(event);
    if (!table.isFirstPrompt(sample, order)) return;
    table.setPrompt(sample, { order, print: promptPrint(member(data, "input")) });
  } else if (type === "error") table.failed.add(sample);
  else if (!KNOWN_TYPES.has(type)) table.noteUnknown(type);
}

/** The snapshot that answered, as the API named it: since 2024-03, and in the first months. */
function servedModel(data: unknown): string | undefined {
  return textOf(member(data, "model")) ?? textOf(member(data, "metadata", "model"));
}

/** Takes the grades of one item of a hosted run into its table. */
export function takeRow({ table, hosted }: RawRun, row: HostedRow, place: Place): void {
  const sample = table.sample(row.index);
  if (table.isFirstPrompt(sample, 0)) {
    const { content, print } = row;
    const question = Number.isNaN(content) ? (print?.question ?? Number.NaN) : content;
    const prompt = print?.prompt ?? Number.NaN;
    table.setPrompt(sample, { order: 0, print: { question, prompt } });
  }
  hosted.evalId ??= row.evalId;
  hosted.settings.add(row.settings);
  if (row.model !== undefined) {
    hosted.models.set(row.model, (hosted.models.get(row.model) ?? 0) + 1);
  }
  if (row.grades.size === 0 && row.passes.size === 0) {
    table.failed.add(sample);
    return;
  }
  for (const grader of [...row.grades.keys(), ...row.passes.keys()]) hosted.graders.add(grader);
  table.addOutcome({
    sample,
    order: outputNumber(row, hosted),
    type: "item",
    grades: [
      ...[...row.grades].map(([name, grade]) => [`grades.${name}`, grade] as const),
      ...[...row.passes].map(([name, grade]) => [`passes.${name}`, grade] as const),
    ],
    place,
  });
}

/** An item may be answered several times; an export does not number its rows. */
function outputNumber({ outputId, index }: HostedRow, { outputs, repeats }: HostedNotes): number {
  if (outputId === undefined) return 0;
  const known = outputs.get(outputId);
  if (known !== undefined) return known;
  const number = repeats.get(index) ?? 0;
  outputs.set(outputId, number);
  repeats.set(index, number + 1);
  return number;
}
