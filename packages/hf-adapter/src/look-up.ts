import type { Problem } from "@eip-eval/core";
import type { FoundRepository } from "./find-repositories.ts";
import type { Hub } from "./hub/hub.ts";
import type { HubFile } from "./hub/hub-file.ts";
import { planRepository, type DetailsFile, type RepositoryPlan } from "./plan-repository.ts";

/** A repository that was looked at without reading any of its files. */
export interface LookedUp {
  readonly plan: RepositoryPlan;
  /** The files of the benchmarks asked for. */
  readonly wanted: readonly DetailsFile[];
  /** Every file of the repository. */
  readonly files: readonly HubFile[];
}

/** Lists a repository and plans it: one request for each thousand files. */
export async function lookUp(
  hub: Hub,
  found: FoundRepository,
  {
    wants,
    onProblem,
  }: {
    wants: (benchmark: string) => boolean;
    onProblem?: ((problem: Problem) => void) | undefined;
  },
): Promise<LookedUp> {
  const files: HubFile[] = [];
  for await (const file of hub.tree(found.repository, found.sha, { onProblem })) files.push(file);
  const plan = planRepository(found, { files });
  return { plan, files, wanted: plan.files.filter(({ benchmark }) => wants(benchmark)) };
}
