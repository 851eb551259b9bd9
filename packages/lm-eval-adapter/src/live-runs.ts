import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import type { LiveRun, RunFollower } from "@eip-eval/core/cli";
import { readHead, type FoundFile } from "@eip-eval/core/io";
import { sortFiles, type SamplesFile, type SortedFiles } from "./files.ts";
import { LineCount } from "./line-count.ts";
import { resultsOfFile, taskOfFile } from "./pairing.ts";
import { readResults, type Results } from "./results.ts";

/** What is known of one file until it changes. */
interface KnownFile {
  readonly stamp: string;
  /** A hash of its front, which tells two models of one date and size apart. */
  readonly front: string;
  readonly sorted: SortedFiles;
  readonly results: Results | undefined;
}

/** Follows the runs of the harness by the rule of the format document, section 9. */
export class LmEvalFollower implements RunFollower {
  #known = new Map<string, KnownFile>();
  #counts = new Map<string, LineCount>();

  async look(files: readonly FoundFile[], signal?: AbortSignal): Promise<readonly LiveRun[]> {
    // Programs that copy write under a hidden name first.
    const shown = files.filter(({ path }) => !basename(path).startsWith("."));
    await this.#learn(shown, signal);
    const found = new Map(shown.map((file) => [file.path, file]));
    const known = [...this.#known.values()];
    const results = known.flatMap((file) => file.results ?? []);
    const samples = known.flatMap((file) => file.sorted.samples);
    const { paired, alone } = pair(samples, results);
    const runs: LiveRun[] = [];
    for (const one of results) {
      const tasks = paired.get(one) ?? new Map<string, SamplesFile>();
      runs.push(await this.#runOf(one, { tasks, found, signal }));
    }
    return [...runs, ...alone.map((file) => this.#loneRun(file, found.get(file.path)!))];
  }

  async #learn(files: readonly FoundFile[], signal: AbortSignal | undefined): Promise<void> {
    const known = new Map<string, KnownFile>();
    for (const file of files) {
      const stamp = `${file.size}:${file.modified}`;
      const old = this.#known.get(file.path);
      known.set(file.path, old?.stamp === stamp ? old : await learnt(file, stamp, signal));
    }
    this.#known = known;
    this.#counts = new Map([...this.#counts].filter(([path]) => known.has(path)));
  }

  async #runOf(results: Results, { tasks, found, signal }: RunParts): Promise<LiveRun> {
    const own = found.get(results.path)!;
    const files = [...tasks.values()].map((file) => found.get(file.path)!);
    const stamps = [...tasks.values()].map((file) => this.#stampOf(file, found.get(file.path)!));
    const missing = [...results.tasks.keys()].filter((task) => !tasks.has(task)).toSorted();
    const lacking = [
      ...(missing.length > 0 ? [`no samples file for ${listed(missing)}`] : []),
      ...(await this.#short(results, tasks, signal)),
    ];
    const isTotalsOnly = tasks.size === 0 && !results.hasSamples;
    const names = [...results.tasks.keys()].toSorted();
    const run = [results.modelName, results.modelArgs, results.date, ...names].join("\t");
    return {
      run,
      stamps: stamps.length > 0 ? stamps : [`${run}\t${own.size}\t${own.modified}`],
      title: `${results.modelName ?? "a model without a name"}: ${listed(names)}`,
      state: isTotalsOnly
        ? "no-item-logs"
        : lacking.length > 0 && !results.hasSamples
          ? "incomplete"
          : "complete",
      detail: isTotalsOnly ? NO_SAMPLES : lacking.join(", ") || undefined,
      modified: Math.max(own.modified, ...files.map(({ modified }) => modified)),
    };
  }

  /** Records whose results file is not there, not yet, or was overwritten by a later run. */
  #loneRun(file: SamplesFile, found: FoundFile): LiveRun {
    return {
      run: ["alone", file.name.rest, file.name.date ?? file.path].join("\t"),
      stamps: [this.#stampOf(file, found)],
      title: join(basename(file.folder), basename(file.path)),
      state: "incomplete",
      detail: "no results file belongs to it",
      modified: found.modified,
    };
  }

  /**
   * The same for the same records, wherever they lie. A date is given once only; a file without one
   * may have been overwritten.
   */
  #stampOf({ path, name: { rest, date } }: SamplesFile, { size, modified }: FoundFile): string {
    const { front } = this.#known.get(path)!;
    return [rest, date ?? modified, size, front].join("\t");
  }

  /** Tasks with fewer lines than items and filters make. */
  async #short(
    results: Results,
    tasks: ReadonlyMap<string, SamplesFile>,
    signal: AbortSignal | undefined,
  ): Promise<string[]> {
    const short: string[] = [];
    for (const [task, file] of tasks) {
      const { items, filters } = results.tasks.get(task)!;
      if (items === undefined) continue;
      let count = this.#counts.get(file.path);
      if (!count) this.#counts.set(file.path, (count = new LineCount(file.path)));
      const lines = await count.whole(signal);
      const expected = items * Math.max(1, filters.length);
      if (lines < expected)
        short.push(
          `${task} ${lines.toLocaleString("en-US")} of ${expected.toLocaleString("en-US")} lines`,
        );
    }
    return short;
  }
}

interface RunParts {
  readonly tasks: ReadonlyMap<string, SamplesFile>;
  readonly found: ReadonlyMap<string, FoundFile>;
  readonly signal: AbortSignal | undefined;
}

async function learnt(
  file: FoundFile,
  stamp: string,
  signal: AbortSignal | undefined,
): Promise<KnownFile> {
  const sorted = await sortFiles([file], () => undefined);
  const front = sorted.samples.length > 0 ? await frontOf(file.path) : "";
  const [path] = sorted.results;
  // Half a results file is one that is being written.
  const reading = path === undefined ? undefined : await readResults(path, signal);
  const results = reading && "results" in reading ? reading.results : undefined;
  return { stamp, front, sorted, results };
}

async function frontOf(path: string): Promise<string> {
  const head = await readHead(path).catch(() => Buffer.alloc(0));
  return createHash("sha256").update(head).digest("hex");
}

/** Which per-sample files belong to which results, by task; and those that belong to none. */
function pair(
  samples: readonly SamplesFile[],
  results: readonly Results[],
): { paired: Map<Results, Map<string, SamplesFile>>; alone: SamplesFile[] } {
  const paired = new Map<Results, Map<string, SamplesFile>>();
  const alone: SamplesFile[] = [];
  for (const file of samples) {
    const named = taskOfFile(file, results);
    const own = resultsOfFile(file, named, results);
    const tasks = (own && paired.get(own)) ?? new Map<string, SamplesFile>();
    const rival = tasks.get(named.task);
    if (!own?.tasks.has(named.task) || (rival && rival.folder === own.folder)) alone.push(file);
    else {
      // A copy in another folder gives way to the file beside the results.
      if (rival) alone.push(rival);
      paired.set(own, tasks.set(named.task, file));
    }
  }
  return { paired, alone };
}

const NO_SAMPLES = "no samples file belongs to it; was --log_samples missing?";
const MOST_NAMED = 3;

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
