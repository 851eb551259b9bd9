import { EipError, type Problem } from "@eip-eval/core";
import { byCodeUnit, type Store } from "@eip-eval/core/io";
import { decideRuns, type DecidedRuns } from "./decide-runs.ts";
import { readHubFile, type FileOptions, type FileTask } from "./fetch-file.ts";
import {
  readRecord,
  writeRecord,
  type FetchRecord,
  type RecordedBenchmark,
} from "./fetch-record.ts";
import type { FoundRepository } from "./find-repositories.ts";
import type { Hub } from "./hub/hub.ts";
import { lookUp, type LookedUp } from "./look-up.ts";
import { absentBenchmarks, recordedMissing } from "./missing-benchmarks.ts";
import { missingBecause, type Missing } from "./missing.ts";
import { detailsIn, type DetailsFile } from "./plan-repository.ts";
import { sourceOf } from "./plan.ts";
import { unchangedSince } from "./unchanged.ts";

/** What became of one repository. */
export interface FetchedRepository {
  readonly found: FoundRepository;
  /** Whether nothing had to be asked of the Hub but its head. */
  readonly isUnchanged: boolean;
  /** Benchmarks that came in with this fetch. */
  readonly stored: number;
  /** Benchmarks that were in the store before. */
  readonly kept: number;
  readonly missing: readonly Missing[];
  /** What a person should know, as sentences. */
  readonly remarks: readonly string[];
}

export interface RepositoryOptions extends Omit<FileOptions, "onBytes" | "onProblem"> {
  readonly store: Store;
  /** The folder of the store. */
  readonly folder: string;
  readonly wants: (benchmark: string) => boolean;
  /** Benchmarks asked for by their full names. */
  readonly named: readonly string[];
  /** Runs what it is given, not too much of it at once. */
  readonly atOnce: <Value>(work: () => Promise<Value>) => Promise<Value>;
  readonly progress: {
    listed(bytes: number): void;
    keep(): void;
    begin(model: string, benchmark: string): void;
    bytes(bytes: number): void;
  };
  /** Told about each file that failed for a passing reason; may end everything by throwing. */
  readonly onFailure: (error: unknown) => void;
  readonly onSuccess: () => void;
}

/** Brings the benchmarks of one repository that are asked for into the store. */
export async function fetchRepository(
  hub: Hub,
  found: FoundRepository,
  options: RepositoryOptions,
): Promise<FetchedRepository> {
  const record = await readRecord(options.folder, found.repository);
  const unchanged = record && (await unchangedSince(record, { found, ...options }));
  if (unchanged) {
    options.progress.listed(0);
    return unchanged;
  }
  return new RepositoryFetch(hub, { found, record, options }).run();
}

class RepositoryFetch {
  readonly #hub: Hub;
  readonly #found: FoundRepository;
  readonly #before: FetchRecord | undefined;
  readonly #options: RepositoryOptions;
  readonly #missing: Missing[] = [];
  readonly #remarks: string[] = [];
  readonly #states = new Map<string, RecordedBenchmark>();
  #stored = 0;
  #kept = 0;

  constructor(
    hub: Hub,
    {
      found,
      record,
      options,
    }: { found: FoundRepository; record: FetchRecord | undefined; options: RepositoryOptions },
  ) {
    this.#hub = hub;
    this.#found = found;
    this.#before = record;
    this.#options = options;
  }

  async run(): Promise<FetchedRepository> {
    const looked = await this.#lookUp();
    if (!looked) return this.#outcome();
    const decided = await this.#decide(looked);
    if (decided) await this.#fetchAll(decided);
    const { plan } = decided?.looked ?? looked;
    await this.#writeRecord(plan.files);
    const have = [...plan.files.map(({ benchmark }) => benchmark), ...this.#states.keys()];
    const { wants, named } = this.#options;
    this.#missing.push(...absentBenchmarks(this.#found, { have, named, wants }));
    return this.#outcome();
  }

  #outcome(): FetchedRepository {
    return {
      found: this.#found,
      isUnchanged: false,
      stored: this.#stored,
      kept: this.#kept,
      missing: this.#missing,
      remarks: this.#remarks,
    };
  }

  /** Nothing, where the Hub does not list the files: the record of an earlier fetch stays. */
  async #lookUp(): Promise<LookedUp | undefined> {
    const { wants, progress } = this.#options;
    try {
      const looked = await lookUp(this.#hub, this.#found, { wants, onProblem: this.#note });
      progress.listed(sizeOf(await this.#notStored(looked.wanted)));
      return looked;
    } catch (error) {
      this.#failed(error, undefined);
      progress.listed(0);
      return undefined;
    }
  }

  readonly #note = ({ message }: Problem): void => void this.#remarks.push(message);

  /** Nothing, where the gate is shut or the Hub does not answer. */
  async #decide(looked: LookedUp): Promise<DecidedRuns | undefined> {
    const { wants, signal } = this.#options;
    const details = detailsIn(looked.files).filter(({ benchmark }) => wants(benchmark));
    try {
      const open = await this.#notStored(details);
      const decided = await decideRuns(this.#hub, looked, { open, wants, signal });
      this.#remarks.push(...decided.remarks);
      for (const { task, reason } of decided.withoutItems) this.#leaveOut(task, reason);
      this.#keepEarlierFindings(details);
      return decided;
    } catch (error) {
      this.#failed(error, undefined);
      return undefined;
    }
  }

  #leaveOut(benchmark: string, reason: string): void {
    const entry = {
      benchmark,
      file: "",
      hash: "",
      state: "left-out",
      code: "no-item-logs",
    } as const;
    this.#states.set(benchmark, { ...entry, reason });
    this.#missing.push(recordedMissing(this.#found, { ...entry, reason }));
  }

  /** Tasks without items that an earlier look found: totals are not read again for them. */
  #keepEarlierFindings(details: readonly DetailsFile[]): void {
    const have = new Set(details.map(({ benchmark }) => benchmark));
    for (const { benchmark, file, reason = "" } of this.#before?.benchmarks ?? []) {
      const isNew = !have.has(benchmark) && !this.#states.has(benchmark);
      if (file === "" && isNew && this.#options.wants(benchmark)) this.#leaveOut(benchmark, reason);
    }
  }

  async #notStored(files: readonly DetailsFile[]): Promise<DetailsFile[]> {
    const has = await Promise.all(files.map((details) => this.#isStored(details)));
    return files.filter((_, at) => !has[at]);
  }

  #isStored({ file }: DetailsFile): Promise<boolean> {
    const source = sourceOf(this.#found.repository, file.path);
    return this.#options.store.has(source, file.oid);
  }

  async #fetchAll({ looked: { plan, wanted }, totals }: DecidedRuns): Promise<void> {
    await Promise.all(
      wanted.map(async (details) => {
        if (await this.#isStored(details)) {
          this.#kept += 1;
          this.#options.progress.keep();
          this.#settle(details, { state: "stored" });
          return;
        }
        await this.#options.atOnce(async () => {
          try {
            await this.#fetchOne({ plan, details, totals: totals.get(details.stamp) });
            this.#options.onSuccess();
          } catch (error) {
            this.#failed(error, details.benchmark);
          }
        });
      }),
    );
  }

  async #fetchOne(task: FileTask): Promise<void> {
    const { progress, store, incoming, keep, signal } = this.#options;
    const { details } = task;
    signal.throwIfAborted();
    progress.begin(this.#found.model, details.benchmark);
    const onBytes = (bytes: number): void => progress.bytes(bytes);
    const options = { incoming, keep, signal, onBytes, onProblem: this.#note };
    const reading = await readHubFile(this.#hub, { task, options });
    if ("run" in reading) {
      await store.add(reading.run);
      this.#stored += 1;
      progress.keep();
      this.#settle(details, { state: "stored" });
      return;
    }
    const missing = missingBecause(this.#about(details.benchmark), reading.unusable);
    this.#settle(details, { state: "left-out", code: missing.code, reason: missing.reason });
    // Whatever helps with a local file does not help here: the Hub has it like this.
    this.#missing.push({ ...missing, try: undefined });
  }

  #about(benchmark: string | undefined): Pick<Missing, "model" | "repository" | "benchmark"> {
    const { model, repository } = this.#found;
    return { model, repository, benchmark };
  }

  #settle(
    { benchmark, file }: DetailsFile,
    state: Pick<RecordedBenchmark, "state" | "code" | "reason">,
  ): void {
    this.#states.set(benchmark, { benchmark, file: file.path, hash: file.oid, ...state });
  }

  #failed(error: unknown, benchmark: string | undefined): void {
    this.#options.onFailure(error);
    if (!EipError.isInstance(error)) throw error;
    this.#missing.push(missingBecause(this.#about(benchmark), error));
  }

  async #writeRecord(files: readonly DetailsFile[]): Promise<void> {
    const { repository, sha } = this.#found;
    const states = new Map(this.#states);
    for (const { benchmark, file } of files) {
      if (states.has(benchmark)) continue;
      states.set(benchmark, { benchmark, file: file.path, hash: file.oid, state: "open" });
    }
    const benchmarks = [...states.values()].toSorted((a, b) =>
      byCodeUnit(a.benchmark, b.benchmark),
    );
    await writeRecord(this.#options.folder, { repository, sha, benchmarks });
  }
}

function sizeOf(files: readonly DetailsFile[]): number {
  return files.reduce((sum, { file }) => sum + file.size, 0);
}
