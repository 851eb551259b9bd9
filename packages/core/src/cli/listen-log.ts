/** The file that keeps what a recorder sent. */

import { open, type FileHandle } from "node:fs/promises";
import { EipError } from "../errors.ts";
import { readJsonValues } from "../io/json-lines.ts";
import { systemCode } from "../io/file-error.ts";
import type { ReceivedEvent, Receiver } from "./live-harness.ts";

/** Events whose numbers are remembered, to know them when they are sent again. */
const MOST_EVENTS = 10_000_000;
const MOST_RUNS = 50_000;

/** Adds events to the end of a file, each of them once, also over several sittings. */
export class ReceivedLog {
  readonly path: string;
  readonly #receiver: Receiver;
  readonly #handle: FileHandle;
  readonly #known = new Map<string, Set<number>>();
  #count = 0;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(path: string, receiver: Receiver, handle: FileHandle) {
    this.path = path;
    this.#receiver = receiver;
    this.#handle = handle;
  }

  /**
   * Opens a log, or begins one, and learns which events are in it.
   *
   * @throws EipError `usage` for a file of another kind, to which nothing may be added; `write` where
   *   the system refuses.
   */
  static async open(path: string, receiver: Receiver): Promise<ReceivedLog> {
    const handle = await open(path, "a+").catch((cause: unknown) => {
      throw new EipError("write", {
        where: path,
        found: `the log cannot be opened for writing (${systemCode(cause) || String(cause)})`,
        try: "name a file in a folder that is there",
        cause,
      });
    });
    const log = new ReceivedLog(path, receiver, handle);
    try {
      await log.#learn();
    } catch (error) {
      await handle.close();
      throw error;
    }
    return log;
  }

  async #learn(): Promise<void> {
    const { size } = await this.#handle.stat();
    if (size === 0) return;
    let isOurs = false;
    for await (const { value } of readJsonValues(this.path, {
      opens: () => false,
      onProblem() {},
    })) {
      const events = Array.isArray(value) ? [] : this.#receiver.eventsIn(value);
      if (events.length > 0) isOurs = true;
      else if (!isOurs) break;
      for (const event of events) this.#remember(event);
    }
    if (!isOurs) {
      throw new EipError("usage", {
        where: `-o ${this.path}`,
        found: "a file of another kind, to which nothing is added",
        expected: "a new file, or one that --listen began",
      });
    }
    // A line that was cut off when the last sitting was killed.
    const { buffer } = await this.#handle.read(Buffer.alloc(1), 0, 1, size - 1);
    if (buffer[0] !== 0x0a) await this.#handle.appendFile("\n");
  }

  /** Adds the events that are new and gives back how many those were. One call after another. */
  add(url: URL, events: readonly ReceivedEvent[]): Promise<number> {
    const added = this.#last.then(() => this.#addNow(url, events));
    this.#last = added.catch(() => undefined);
    return added;
  }

  async #addNow(url: URL, events: readonly ReceivedEvent[]): Promise<number> {
    const inBatch = new Map(
      events
        .filter(({ run, id }) => !this.#known.get(run)?.has(id))
        .map((event) => [`${event.run}\t${event.id}`, event]),
    );
    const fresh = [...inBatch.values()];
    if (fresh.length === 0) return 0;
    const runs = new Set(fresh.map(({ run }) => run).filter((run) => !this.#known.has(run)));
    if (this.#count + fresh.length > MOST_EVENTS || this.#known.size + runs.size > MOST_RUNS) {
      throw new EipError("too-large", {
        where: this.path,
        found: "the log is full",
        expected: `at most ${MOST_EVENTS.toLocaleString("en-US")} events of ${MOST_RUNS.toLocaleString("en-US")} runs`,
        try: "begin another with -o",
      });
    }
    const line = `${JSON.stringify(this.#receiver.recordOf(url, fresh))}\n`;
    await this.#handle.appendFile(line).catch((cause: unknown) => {
      throw new EipError(systemCode(cause) === "ENOSPC" ? "disk-full" : "write", {
        where: this.path,
        found: `a batch could not be kept (${systemCode(cause) || String(cause)})`,
        cause,
      });
    });
    for (const event of fresh) this.#remember(event);
    return fresh.length;
  }

  #remember({ run, id }: ReceivedEvent): void {
    let ids = this.#known.get(run);
    if (!ids) this.#known.set(run, (ids = new Set()));
    if (!ids.has(id)) this.#count += 1;
    ids.add(id);
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    await this.#last;
    await this.#handle.close();
  }
}
