/** The page of a dataset, where its terms can be accepted. */
export function datasetPage(endpoint: string, name: string): string {
  return `${endpoint}/datasets/${name}`;
}

/** A file that stands still: a path in one commit of a dataset. */
export interface FileAddress {
  /** `owner/dataset`. */
  readonly name: string;
  /** The id of a commit. */
  readonly sha: string;
  readonly path: string;
}

/**
 * The address from which a file is read, every segment encoded: names hold `|`, `:`, `#`, `?`, `%`.
 *
 * @example
 * ```ts
 * resolveUrl("https://huggingface.co", { name: "o/d", sha: "main", path: "a|b/c#1.json" });
 * // "https://huggingface.co/datasets/o/d/resolve/main/a%7Cb/c%231.json"
 * ```
 */
export function resolveUrl(endpoint: string, { name, sha, path }: FileAddress): string {
  const segments = path.split("/").map(encodeURIComponent).join("/");
  return `${datasetPage(endpoint, name)}/resolve/${encodeURIComponent(sha)}/${segments}`;
}

/** For messages. */
export function shownFile({ name, path }: Pick<FileAddress, "name" | "path">): string {
  return `${name}/${path}`;
}
