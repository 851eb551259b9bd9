/** What the page is made of, from a pool that was read. */

import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { modelGroups } from "../analysis/families.ts";
import { infer } from "../analysis/inference.ts";
import { stability } from "../analysis/stability.ts";
import { itemKey } from "../analysis/wording.ts";
import { count } from "../outcomes/wording.ts";
import { sourceHashOf } from "../io/source-hash.ts";
import { isComplete, type ResponseMatrix } from "../matrix/response-matrix.ts";
import type { PageInput } from "../report/html.ts";
import { pageModel } from "../report/page-build.ts";
import type { PageModel, PageText, PageTexts } from "../report/page-model.ts";
import type { PageOrigin } from "../report/page-origin.ts";
import { pageProfiles } from "../report/page-profiles.ts";
import { rankReport } from "../report/report.ts";
import { stabilitySections } from "../report/study-stability.ts";
import { quoted } from "./command-line.ts";
import { fitPool, seedOf, type FittedPool, type Pool } from "./pool.ts";
import type { CommandContext } from "./program.ts";
import type { ReportFlags } from "./report.ts";
import { withProgress } from "./study-output.ts";
import { textsOf } from "./texts.ts";
import { threadCrew } from "./thread-crew.ts";

export interface ReportRequest {
  readonly flags: ReportFlags;
  readonly paths: readonly string[];
}

/** Ranks the pool and gathers everything the page shows. */
export async function pageInput(
  context: CommandContext,
  pool: Pool,
  request: ReportRequest,
): Promise<PageInput> {
  const { flags } = request;
  const fitted = fitPool(pool, flags);
  const { matrix, fit } = fitted;
  const seed = seedOf(pool.reading, flags);
  const inference = infer(fitted, {
    replicates: flags.bootstrap,
    level: flags.level,
    seed,
    cluster: pool.cluster,
    crew: threadCrew(),
  });
  const report = rankReport({
    ...fitted,
    inference,
    ungraded: pool.ungraded,
    whole: pool.whole,
    benchmarks: pool.reading.summaries.flatMap((summary) => summary.benchmarks),
    notices: pool.notices.filter(({ code }) => code !== "mapping"),
  });
  const quiet = flags.quiet ?? false;
  const profiles = await withProgress(context, quiet, (onStep) =>
    pageProfiles(fitted, { order: report.models.map(({ model }) => model), onStep }),
  );
  const study = flags.full ? await studyOf(context, pool, { fitted, seed, quiet }) : null;
  const page = pageModel({
    matrix,
    fit,
    report,
    inference,
    cluster: pool.cluster,
    keyErrorRate: flags.keyErrorRate,
    profiles,
    families: familiesOf(pool),
    stability: study && study.perturbations,
    texts: flags.text ? await pageTexts(context, matrix, request) : null,
  });
  return {
    page,
    origin: originOf(context, pool, { ...request, hashes: await fileHashes(context, pool) }),
    stability: study && stabilitySections(study, { models: matrix.models }),
  };
}

function familiesOf({ matrix, reading }: Pool): PageModel["families"] {
  const { families } = reading.settings.config;
  if (families === undefined) return "No families of models: add families: to eip.yaml.";
  const found = modelGroups(matrix, families).filter(({ models }) => models.length > 0);
  return found.length > 0 ? found : "No model fits a family of eip.yaml.";
}

const fewestModels = 4;

async function studyOf(
  context: CommandContext,
  { matrix, cluster, reading }: Pool,
  { fitted, seed, quiet }: { readonly fitted: FittedPool; seed: number; quiet: boolean },
) {
  if (matrix.models.length < fewestModels) return null;
  const { damping, smoothing, missing } = fitted.fit.settings;
  const groups = modelGroups(matrix, reading.settings.config.groups);
  return withProgress(context, quiet, (onStep) =>
    stability(matrix, { damping, smoothing, missing, seed, cluster, groups, onStep }),
  );
}

/** Letters of a question, of an answer, and of all of them on a page. */
const longestText = 20_000;
const longestAnswer = 300;
const mostLetters = 2e7;

async function pageTexts(
  context: CommandContext,
  matrix: ResponseMatrix,
  { paths, flags }: ReportRequest,
): Promise<PageTexts> {
  const keys = Array.from(matrix.items, (_, item) => itemKey(matrix, item));
  const found = await textsOf(context, paths, flags, keys);
  const models = new Map(matrix.models.map((model, index) => [model, index]));
  const texts = new Map<number, PageText>();
  let letters = 0;
  for (const [index, { benchmark, item }] of keys.entries()) {
    const one = found.get(`${benchmark}\t${item}`);
    if (!one || letters > mostLetters) continue;
    const answers = [...one.answers].flatMap(([model, answer]): [number, string][] => {
      const place = models.get(model);
      return place === undefined ? [] : [[place, cut(answer, longestAnswer)]];
    });
    const text = one.text === undefined ? undefined : cut(one.text, longestText);
    const key = one.key === undefined ? undefined : cut(one.key, longestText);
    texts.set(index, { text, key, answers: new Map(answers) });
    letters += (text?.length ?? 0) + (key?.length ?? 0);
    for (const [, answer] of answers) letters += answer.length;
  }
  return texts;
}

const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length)}…` : text;

function originOf(
  { program }: CommandContext,
  pool: Pool,
  { flags, paths, hashes }: ReportRequest & { readonly hashes: ReadonlyMap<string, string> },
): PageOrigin {
  const { summaries, problems } = pool.reading;
  const sum = (of: (summary: (typeof summaries)[number]) => number) =>
    summaries.reduce((total, summary) => total + of(summary), 0);
  const used = summaries.flatMap(({ runs }) => runs).filter((run) => run.used);
  const metrics = summaries
    .flatMap(({ benchmarks }) => benchmarks)
    .map(({ benchmark, metric, filter }) =>
      filter === "none" ? `${benchmark}: ${metric}` : `${benchmark}: ${metric}, ${filter}`,
    );
  return {
    command: [program.name, "report", ...paths.map(quoted), ...flagWords(flags)].join(" "),
    program: program.name,
    version: program.version,
    fingerprint: fingerprintOf(pool.matrix),
    files: { found: sum(({ filesFound }) => filesFound), read: sum(({ filesRead }) => filesRead) },
    inputs: used.map(({ path, model, benchmark, items, date }) =>
      [
        `${path}: ${model}`,
        benchmark,
        count(items, "item"),
        ...(date === undefined ? [] : [date]),
        hashes.get(path) ?? "too large to be hashed here",
      ].join(", "),
    ),
    metrics: [...new Set(metrics)],
    ignored: summaries.flatMap(({ ignored }) =>
      ignored.map(({ path, reason }) => `${path}: ${reason}`),
    ),
    leftOut: problems.map(({ message }) => message),
    notices: pool.reading.notices().map(({ message }) => message),
  };
}

/** Bytes of input that are read a second time for their hashes. */
const mostHashed = 1e9;

/** Hashes of the files that were used, as far as that takes no longer than a moment. */
async function fileHashes(
  { signal }: CommandContext,
  { reading }: Pool,
): Promise<ReadonlyMap<string, string>> {
  const runs = reading.summaries.flatMap((summary) => summary.runs);
  const hashes = new Map<string, string>();
  let left = mostHashed;
  for (const path of new Set(runs.filter(({ used }) => used).map((run) => run.path))) {
    const file = await stat(path).catch(() => undefined);
    if (!file?.isFile() || file.size > left) continue;
    left -= file.size;
    hashes.set(path, await sourceHashOf([path], signal));
  }
  return hashes;
}

/** Flags that change a number or a word of the page, as they were typed. */
function flagWords(flags: ReportFlags): readonly string[] {
  const names = { allowMixed: "allow-mixed", keyErrorRate: "key-error-rate" };
  const hidden = new Set(["output", "open", "quiet", "strict"]);
  return Object.entries(flags).flatMap(([key, value]: [string, unknown]) => {
    const flag = `--${Object.hasOwn(names, key) ? names[key as keyof typeof names] : key}`;
    if (hidden.has(key) || value === undefined || value === false) {
      return key === "config" && value === false ? ["--no-config"] : [];
    }
    if (value === true) return key === "config" ? [] : [flag];
    const values = Array.isArray(value) ? (value as unknown[]) : [value];
    return values.flatMap((one) => [flag, quoted(String(one))]);
  });
}

/** SHA-256 of names and observed scores: equal for pools from which everything here is the same. */
function fingerprintOf(matrix: ResponseMatrix): string {
  const hash = createHash("sha256");
  const { models, items, benchmarks, benchmarkOf, storage } = matrix;
  hash.update(JSON.stringify({ models, items, benchmarks, complete: isComplete(matrix) }));
  const arrays = Object.values(storage).filter((part) => typeof part !== "string");
  for (const array of [benchmarkOf, ...arrays]) hash.update(array);
  return `sha256:${hash.digest("hex")}`;
}
