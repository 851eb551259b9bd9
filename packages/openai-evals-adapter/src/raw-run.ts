import { EventTable } from "./event-table.ts";
import { type JsonObject } from "@eip-eval/core/io";
import type { UrlHint } from "./post.ts";
import type { RunSpec } from "./spec.ts";

/** Which kind of file a run comes from. */
export type Source = "log" | "hosted" | "simple-evals";

/** One run as far as it has been read, from however many files. */
export class RawRun {
  readonly source: Source;
  readonly id: string;
  readonly table: EventTable = new EventTable();
  readonly paths: Set<string> = new Set();
  /** Of a local log; absent where only events of the run are here. */
  spec: RunSpec | undefined;
  specPrint: number = Number.NaN;
  hint: UrlHint | undefined;
  report: JsonObject | undefined;
  /** How many events it had, where something says so. */
  events: number = Number.NaN;
  readonly hosted: HostedNotes = {
    evalId: undefined,
    model: undefined,
    status: undefined,
    total: undefined,
    models: new Map(),
    graders: new Set(),
    settings: new Set(),
    outputs: new Map(),
    repeats: new Map(),
  };

  constructor(source: Source, id: string) {
    this.source = source;
    this.id = id;
  }
}

/** What is known about a hosted run beside its grades. */
export interface HostedNotes {
  evalId: string | undefined;
  model: string | undefined;
  status: string | undefined;
  total: number | undefined;
  /** Models that answered, with how many items. */
  readonly models: Map<string, number>;
  readonly graders: Set<string>;
  /** Fingerprints of the sampling parameters. */
  readonly settings: Set<number>;
  /** Ids of the output items, each with its number among those of its item. */
  readonly outputs: Map<string, number>;
  /** How many output items each item has. */
  readonly repeats: Map<string, number>;
}
