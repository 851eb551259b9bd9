import { EipError, matchesPattern } from "@eip-eval/core";
import { nearestName } from "@eip-eval/core/io";
import { isAskedFor, type Asked } from "./asked.ts";
import type { Hub } from "./hub/hub.ts";
import type { DatasetHead } from "./hub/listing.ts";
import { repositoryName, repositoryNames, type RepositoryLayout } from "./repository.ts";

/** A repository with the details of one model. */
export interface FoundRepository {
  /** With its organisation. */
  readonly repository: string;
  readonly model: string;
  readonly gated: DatasetHead["gated"];
  /** The head of its main branch. */
  readonly sha: string;
}

/** A name for which there is no repository. */
export interface NotFound {
  readonly name: string;
  /** The nearest name that there is. */
  readonly nearest?: string | undefined;
}

export interface Search {
  readonly asked: Asked;
  readonly orgs: readonly string[];
  /** Called with the number of repositories seen so far. */
  readonly onSeen?: ((repositories: number) => void) | undefined;
}

export interface SearchResult {
  /** Sorted by name. */
  readonly repositories: readonly FoundRepository[];
  readonly notFound: readonly NotFound[];
}

/** Above this many names it is cheaper to list the organisation, 500 repositories a request. */
const MOST_LOOKUPS = 20;

/**
 * Finds the details repositories of the models asked for. A few names are looked up one by one;
 * many, or patterns, are picked from the list of the organisation.
 *
 * @throws EipError `no-such-repository` for an organisation without details.
 */
export async function findRepositories(hub: Hub, search: Search): Promise<SearchResult> {
  const { names, patterns } = search.asked;
  const isFew = patterns.length === 0 && names.length > 0 && names.length <= MOST_LOOKUPS;
  const found = isFew ? await lookUp(hub, search) : pick(await listAll(hub, search), search);
  return found.notFound.length > 0 && isFew ? withNearest(hub, { found, search }) : found;
}

async function lookUp(hub: Hub, { asked, orgs }: Search): Promise<SearchResult> {
  const repositories: FoundRepository[] = [];
  const notFound: NotFound[] = [];
  for (const name of asked.names) {
    const candidates = orgs.map((org) => candidatesFor(name, org));
    const here = await Promise.all(candidates.map((some) => firstOf(hub, some)));
    const found = here.filter((one) => one !== undefined);
    repositories.push(...found);
    if (found.length === 0) notFound.push({ name });
  }
  return { repositories: distinct(repositories), notFound };
}

/** The repositories in which the details of a model may be, the likeliest first. */
function candidatesFor(name: string, org: string): string[] {
  if (isRepository(name, [org])) return [name];
  const layouts: RepositoryLayout[] = org === "open-llm-leaderboard" ? ["v2"] : ["details", "v2"];
  return layouts.flatMap((layout) => repositoryNames(name, layout).map((one) => `${org}/${one}`));
}

/** Whether a name that was asked for is that of a repository and not of a model. */
function isRepository(name: string, orgs: readonly string[]): boolean {
  const [owner = "", rest = ""] = name.split("/");
  return repositoryName(name) !== undefined && (orgs.includes(owner) || rest.includes("__"));
}

async function firstOf(
  hub: Hub,
  candidates: readonly string[],
): Promise<FoundRepository | undefined> {
  for (const name of candidates) {
    try {
      const { name: repository, gated, sha } = await hub.info(name);
      return { repository, model: modelOf(name), gated, sha };
    } catch (error) {
      if (!EipError.isInstance(error) || error.code !== "no-such-repository") throw error;
    }
  }
  return undefined;
}

async function listAll(hub: Hub, { orgs, onSeen }: Search): Promise<FoundRepository[]> {
  const all: FoundRepository[] = [];
  for (const org of orgs) {
    const before = all.length;
    for await (const { name, gated, sha } of hub.listDatasets(org)) {
      if (repositoryName(name) === undefined) continue;
      all.push({ repository: name, model: modelOf(name), gated, sha });
      onSeen?.(all.length);
    }
    if (all.length === before && hub.isOffline) {
      throw new EipError("offline", {
        where: org,
        found: "nothing of it is in the cache, and HF_HUB_OFFLINE is set",
        try: "unset HF_HUB_OFFLINE",
      });
    }
    if (all.length === before) {
      throw new EipError("no-such-repository", {
        where: `${hub.endpoint}/${org}`,
        found: "no repository with details of evaluations",
        expected: "repositories called MODEL-details or details_MODEL",
        try: "--org open-llm-leaderboard",
      });
    }
  }
  return all;
}

function pick(all: readonly FoundRepository[], { asked, orgs }: Search): SearchResult {
  const byName = (name: string) => (one: FoundRepository) =>
    isRepository(name, orgs) ? one.repository === name : one.model === name;
  const named = asked.names.filter((name) => !all.some(byName(name)));
  const unmatched = asked.patterns.filter(
    (pattern) => !all.some(({ model }) => matchesPattern(pattern, model)),
  );
  const isWanted = (one: FoundRepository) =>
    isAskedFor(one.model, asked) || asked.names.some((name) => byName(name)(one));
  const models = all.map(({ model }) => model);
  return {
    repositories: distinct(all.filter(isWanted)),
    notFound: [...named, ...unmatched].map((name) => ({ name, nearest: nearest(name, models) })),
  };
}

async function withNearest(
  hub: Hub,
  { found, search }: { found: SearchResult; search: Search },
): Promise<SearchResult> {
  const models = (await listAll(hub, search)).map(({ model }) => model);
  const notFound = found.notFound.map(({ name }) => ({ name, nearest: nearest(name, models) }));
  return { ...found, notFound };
}

function nearest(name: string, models: readonly string[]): string | undefined {
  const near = nearestName(name, models);
  if (near !== undefined) return near;
  // The owner is easily forgotten, or another one than people think.
  const last = (model: string): string => model.slice(model.lastIndexOf("/") + 1);
  const wanted = nearestName(last(name), models.map(last));
  return models.find((model) => last(model) === wanted);
}

function modelOf(repository: string): string {
  return repositoryName(repository)?.model ?? repository;
}

function distinct(found: readonly FoundRepository[]): FoundRepository[] {
  const byName = new Map(found.map((one) => [one.repository, one]));
  return [...byName.values()].toSorted((a, b) => (a.repository < b.repository ? -1 : 1));
}
