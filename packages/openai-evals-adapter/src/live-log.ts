import { basename } from "node:path";
import { FollowedFile, type FoundFile, JsonReader, member, textOf } from "@eip-eval/core/io";
import { utf8Converter } from "./encoding.ts";
import { recognise, type Layout } from "./files.ts";
import { partsOf, type PlacedPart } from "./parts.ts";
import { readSpec } from "./spec.ts";

/** What is known of one run from one file. */
export interface RunNotes {
  readonly id: string;
  model: string | undefined;
  benchmark: string | undefined;
  /** Numbers of the events. */
  readonly events: Set<number>;
  /** Events without a number, rows of a hosted run, or a version of a file that is read whole. */
  others: number;
  isReported: boolean;
  /** How many events there are to be; NaN where nothing says so. */
  expected: number;
  /** Whether nothing will say that it is over. */
  isWithoutEnd: boolean;
  modified: number;
}

/** One file, read as far as it goes. */
export class FollowedLog {
  readonly runs: Map<string, RunNotes> = new Map();
  readonly #file: FollowedFile;
  #stamp = "";
  #layout: Layout | undefined;
  #toUtf8: (chunk: Buffer) => Buffer = (chunk) => chunk;
  #reader = new JsonReader();
  #latest: string | undefined;

  constructor(path: string) {
    this.#file = new FollowedFile(path);
  }

  async update(file: FoundFile, signal: AbortSignal | undefined): Promise<void> {
    const stamp = `${file.size}:${file.modified}`;
    if (stamp === this.#stamp) return;
    try {
      await this.#read(file, signal);
      this.#stamp = stamp;
    } catch (error) {
      // Gone, or not to be read: the reader says so when it comes to it.
      if (signal?.aborted) throw error;
    }
    for (const notes of this.runs.values()) notes.modified = file.modified;
  }

  async #read(file: FoundFile, signal: AbortSignal | undefined): Promise<void> {
    const { path, size } = file;
    if (!this.#layout) await this.#begin(path, size);
    if (this.#layout === "simple-evals") {
      const notes = this.#notes(path, basename(path));
      Object.assign(notes, { isWithoutEnd: true, others: file.modified });
    } else if (this.#layout === "records") {
      let isNew = false;
      const growth = this.#file.growth({ signal, onRestart: () => (isNew = true) });
      for await (const chunk of growth) {
        if (isNew) await this.#begin(path, size);
        isNew = false;
        for (const { value } of this.#reader.push(this.#toUtf8(chunk))) {
          for (const part of partsOf(value)) this.#take(part);
        }
      }
      if (isNew) await this.#begin(path, size);
    }
  }

  async #begin(path: string, size: number): Promise<void> {
    const { layout, encoding } = await recognise(path, size);
    this.#layout = layout;
    this.#toUtf8 = utf8Converter(encoding);
    this.#reader = new JsonReader();
    this.#latest = undefined;
    this.runs.clear();
  }

  #take({ part, hint }: PlacedPart): void {
    if (part.kind === "eval-info") return;
    if (part.kind === "spec") {
      const { model, benchmark } = readSpec(part.spec);
      this.#latest =
        part.runId ?? JSON.stringify([model, benchmark, textOf(member(part.spec, "created_at"))]);
      Object.assign(this.#notes(this.#latest), { model, benchmark });
      return;
    }
    const id = part.runId ?? this.#latest;
    if (id === undefined) return;
    const notes = this.#notes(id);
    notes.model ??= hint?.model;
    notes.benchmark ??= hint?.benchmark;
    if (part.kind === "event") {
      if (Number.isNaN(part.eventId)) notes.others += 1;
      else notes.events.add(part.eventId);
    } else if (part.kind === "report") {
      notes.isReported = true;
      notes.expected = part.events;
    } else {
      notes.isWithoutEnd = true;
      notes.model ??= part.model;
      if (part.kind === "row") notes.others += 1;
    }
  }

  #notes(id: string, benchmark?: string): RunNotes {
    let notes = this.runs.get(id);
    if (!notes) {
      notes = {
        id,
        model: undefined,
        benchmark,
        events: new Set(),
        others: 0,
        isReported: false,
        expected: Number.NaN,
        isWithoutEnd: false,
        modified: 0,
      };
      this.runs.set(id, notes);
    }
    return notes;
  }
}
