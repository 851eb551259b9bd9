import type { EventTable } from "./event-table.ts";
import { type JsonObject } from "@eip-eval/core/io";
import type { HostedNotes, RawRun, Source } from "./raw-run.ts";
import type { RunSpec } from "./spec.ts";

/** One run of one benchmark by one model, read to its end. */
export interface Run {
  readonly raw: RawRun;
  readonly source: Source;
  readonly id: string;
  /** Where it was found first. */
  readonly path: string;
  readonly benchmark: string;
  /** The model as the log names it. */
  readonly modelName: string;
  readonly date: string | undefined;
  readonly spec: RunSpec | undefined;
  readonly table: EventTable;
  readonly report: JsonObject | undefined;
  readonly hosted: HostedNotes;
}

/** A run under the name that tells its model apart. */
export interface LabelledRun extends Run {
  readonly model: string;
}

/** How many samples a run has. */
export function sampleCount({ table }: Run): number {
  return table.samples.length;
}
