import type { Problem } from "@eip-eval/core";
import limited from "p-limit";
import { findRepositories, type NotFound, type Search } from "./find-repositories.ts";
import type { Hub } from "./hub/hub.ts";
import type { AccessState } from "./hub/hub-errors.ts";
import { lookUp, type LookedUp } from "./look-up.ts";
import type { DetailsFile } from "./plan-repository.ts";

/** What a fetch would do, found out without reading a file. */
export interface Plan {
  readonly repositories: readonly PlannedRepository[];
  readonly notFound: readonly NotFound[];
  readonly problems: readonly Problem[];
}

export interface PlannedRepository extends LookedUp {
  readonly access: AccessState;
  /** Those of the wanted files whose outcomes are in the store already. */
  readonly stored: readonly DetailsFile[];
}

export interface PlanOptions extends Search {
  readonly wants: (benchmark: string) => boolean;
  /** Whether the outcomes of a file are in the store. */
  readonly has?: ((source: string, hash: string) => Promise<boolean>) | undefined;
  /** Called after each repository. */
  readonly onLooked?: ((done: number, total: number) => void) | undefined;
}

const AT_ONCE = 8;

/** Finds the repositories, lists them, and asks the gate of each that has one. */
export async function makePlan(hub: Hub, options: PlanOptions): Promise<Plan> {
  const { wants, has = async () => false, onLooked } = options;
  const { repositories: found, notFound } = await findRepositories(hub, options);
  const problems: Problem[] = [];
  const onProblem = (problem: Problem): void => void problems.push(problem);
  const atOnce = limited({ concurrency: AT_ONCE, rejectOnClear: true });
  let done = 0;
  const repositories = await atOnce.map(found, async (one) => {
    const looked = await lookUp(hub, one, { wants, onProblem });
    const access = one.gated === false ? "open" : await hub.access(one.repository);
    const isStored = await Promise.all(
      looked.wanted.map(({ file }) => has(sourceOf(one.repository, file.path), file.oid)),
    );
    const stored = looked.wanted.filter((_, at) => isStored[at]);
    onLooked?.((done += 1), found.length);
    return { ...looked, access, stored };
  });
  return { repositories, notFound, problems };
}

/**
 * How a store names the file that outcomes come from.
 *
 * @example
 * ```ts
 * sourceOf("board/acme__ant-1b-details", "acme__ant-1b/samples_arc_….jsonl");
 * // "hf://datasets/board/acme__ant-1b-details/acme__ant-1b/samples_arc_….jsonl"
 * ```
 */
export function sourceOf(repository: string, path: string): string {
  return `hf://datasets/${repository}/${path}`;
}
