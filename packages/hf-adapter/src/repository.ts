import { modelFromFolder } from "./file-name.ts";

/** How the repositories of an organisation are named: `<model>-details` or `details_<model>`. */
export type RepositoryLayout = "v2" | "details";

/** What the name of a details repository says. */
export interface RepositoryName {
  readonly layout: RepositoryLayout;
  readonly model: string;
  readonly isPrivate: boolean;
}

/**
 * The model whose details a repository holds, by its name with or without the organisation;
 * `undefined` for repositories that are named otherwise.
 *
 * @example
 * ```ts
 * repositoryName("open-llm-leaderboard/acme__ant-1b-details");
 * // { layout: "v2", model: "acme/ant-1b", isPrivate: false }
 * repositoryName("lighteval-demo/details_gpt2_private"); // { layout: "details", model: "gpt2", isPrivate: true }
 * repositoryName("open-llm-leaderboard/contents"); // undefined
 * ```
 */
export function repositoryName(repository: string): RepositoryName | undefined {
  const name = repository.slice(repository.lastIndexOf("/") + 1);
  const v2 = /^(.+)-details(-private)?$/.exec(name);
  const details = /^details_(.+?)(_private)?$/.exec(name);
  const found = details ?? v2;
  if (!found) return undefined;
  return {
    layout: details ? "details" : "v2",
    model: modelFromFolder(found[1]!),
    isPrivate: found[2] !== undefined,
  };
}

/**
 * The names that the details repository of a model could have, the public one first.
 *
 * @example
 * ```ts
 * repositoryNames("acme/ant-1b", "v2"); // ["acme__ant-1b-details", "acme__ant-1b-details-private"]
 * repositoryNames("acme/ant-1b", "details"); // ["details_acme__ant-1b", "details_acme__ant-1b_private"]
 * ```
 */
export function repositoryNames(model: string, layout: RepositoryLayout): string[] {
  const folder = model.replaceAll("/", "__");
  const name = layout === "v2" ? `${folder}-details` : `details_${folder}`;
  return [name, `${name}${layout === "v2" ? "-private" : "_private"}`];
}
