import { datasetPage } from "./hub/address.ts";
import type { Plan, PlannedRepository } from "./plan.ts";

/** A plan as plain data, for `plan --json`. Bytes are those of whole files. */
export interface PlanReport {
  readonly schema: "eip-hf-plan/1";
  readonly endpoint: string;
  readonly repositories: readonly {
    readonly repository: string;
    readonly model: string;
    readonly sha: string;
    readonly gated: string | false;
    /** `open`, `needs-login`, `needs-consent`, `waiting` or `rejected`. */
    readonly access: string;
    /** Where the terms are read and accepted. */
    readonly url: string;
    readonly runs: number;
    readonly files: readonly {
      readonly benchmark: string;
      readonly run: string;
      readonly path: string;
      readonly bytes: number;
      /** `lines`: downloaded whole; `columns`: only the columns with scores. */
      readonly form: string;
      readonly stored: boolean;
    }[];
    readonly passedOver: readonly { benchmark: string; run: string; reason: string }[];
  }[];
  readonly notFound: readonly { readonly name: string; readonly nearest: string | null }[];
  readonly problems: readonly { readonly code: string; readonly message: string }[];
  readonly totals: PlanTotals;
}

export interface PlanTotals {
  readonly files: number;
  readonly bytes: number;
  /** Of those bytes, what lies in files of which only some columns are read. */
  readonly columnBytes: number;
  /** Files that a fetch would ask for, totals of runs among them. */
  readonly fileRequests: number;
  readonly storedFiles: number;
}

/** Puts a plan into plain data. */
export function planReport(plan: Plan, endpoint: string): PlanReport {
  return {
    schema: "eip-hf-plan/1",
    endpoint,
    repositories: plan.repositories.map((one) => repositoryReport(one, endpoint)),
    notFound: plan.notFound.map(({ name, nearest = null }) => ({ name, nearest })),
    problems: plan.problems.map(({ code, message }) => ({ code, message })),
    totals: planTotals(plan),
  };
}

function repositoryReport(
  { plan, wanted, access, stored }: PlannedRepository,
  endpoint: string,
): PlanReport["repositories"][number] {
  const { repository, model, sha, gated } = plan.found;
  const benchmarks = new Set(wanted.map(({ benchmark }) => benchmark));
  return {
    repository,
    model,
    sha,
    gated,
    access,
    url: datasetPage(endpoint, repository),
    runs: plan.runs,
    files: wanted.map((one) => ({
      benchmark: one.benchmark,
      run: one.stamp,
      path: one.file.path,
      bytes: one.file.size,
      form: one.form,
      stored: stored.includes(one),
    })),
    passedOver: plan.passedOver
      .filter(({ run }) => benchmarks.has(run.benchmark))
      .map(({ run, reason }) => ({ benchmark: run.benchmark, run: run.stamp, reason })),
  };
}

/** What is still to be fetched. */
export function planTotals({ repositories }: Plan): PlanTotals {
  const todo = repositories.flatMap(({ plan, wanted, stored }) =>
    wanted.filter((one) => !stored.includes(one)).map((one) => ({ ...one, plan })),
  );
  const bytes = (files: typeof todo) => files.reduce((sum, { file }) => sum + file.size, 0);
  const runs = new Set(todo.map(({ plan, stamp }) => `${plan.found.repository} ${stamp}`));
  return {
    files: todo.length,
    bytes: bytes(todo),
    columnBytes: bytes(todo.filter(({ form }) => form === "columns")),
    fileRequests: todo.filter(({ file }) => file.size > 0).length + runs.size,
    storedFiles: repositories.reduce((sum, { stored }) => sum + stored.length, 0),
  };
}
