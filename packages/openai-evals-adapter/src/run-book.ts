import { fingerprint, fingerprintText } from "./fingerprint.ts";
import { canonicalText } from "@eip-eval/core/io";
import type { LogPart } from "./parts.ts";
import { RawRun } from "./raw-run.ts";
import { readSpec } from "./spec.ts";
import { tooMany } from "./too-many.ts";

/**
 * The runs of all files by their ids, never by file or place (format document, section 0, rule 2).
 * One run in two files is one run; two different specs under one id are two.
 */
export class RunBook {
  readonly runs: RawRun[] = [];
  /** Files that something was taken from. */
  readonly files: Set<string> = new Set();
  /** Names of hosted evals by id. */
  readonly evalNames: Map<string, string> = new Map();
  readonly #byId = new Map<string, RawRun[]>();

  /** The parts of one file, in their order. */
  open(): FileScope {
    return new FileScope(this);
  }

  /** The run that a spec begins. */
  withSpec(id: string | undefined, spec: Parameters<typeof readSpec>[0]): RawRun {
    const print = fingerprint(canonicalText(spec));
    const key = id ?? fingerprintText(print)!;
    const same = this.#named(key, "log");
    const known = same.find((run) => run.specPrint === print || Number.isNaN(run.specPrint));
    const run = known ?? this.#add(new RawRun("log", key));
    if (!run.spec) {
      run.spec = readSpec(spec);
      run.specPrint = print;
    }
    return run;
  }

  /** The first run of this id. */
  withId(id: string, source: RawRun["source"]): RawRun {
    return this.#named(id, source)[0] ?? this.#add(new RawRun(source, id));
  }

  /** The run of this id that has events, if there is one. */
  known(id: string): RawRun | undefined {
    return this.#named(id, "log")[0];
  }

  #named(id: string, source: RawRun["source"]): readonly RawRun[] {
    return (this.#byId.get(id) ?? []).filter((run) => run.source === source);
  }

  #add(run: RawRun): RawRun {
    if (this.runs.length === MOST_RUNS) throw tooMany("runs", MOST_RUNS);
    this.runs.push(run);
    this.#byId.set(run.id, [...(this.#byId.get(run.id) ?? []), run]);
    return run;
  }
}

const MOST_RUNS = 50_000;

/** Knows which run each part of a file belongs to: by its run id, else the nearest spec above. */
export class FileScope {
  readonly #book: RunBook;
  readonly #here = new Map<string, RawRun>();
  #latest: RawRun | undefined;

  constructor(book: RunBook) {
    this.#book = book;
  }

  /** The run that an event with this id would belong to, if it is known already. */
  knownRun(runId: string | undefined): RawRun | undefined {
    if (runId === undefined) return this.#latest;
    return this.#here.get(runId) ?? this.#book.known(runId);
  }

  /** The run of a part; `undefined` for one without an id and without a spec above it. */
  runOf(part: LogPart): RawRun | undefined {
    switch (part.kind) {
      case "spec":
        this.#latest = this.#book.withSpec(part.runId, part.spec);
        if (part.runId !== undefined) this.#here.set(part.runId, this.#latest);
        return this.#latest;
      case "row":
      case "run-info":
        return this.#book.withId(part.runId, "hosted");
      case "eval-info":
        return undefined;
      default:
        if (part.runId === undefined) return this.#latest;
        return this.#here.get(part.runId) ?? this.#book.withId(part.runId, "log");
    }
  }
}
