import { dirname, resolve, sep } from "node:path";
import { modelFromFolder } from "./file-name.ts";
import { repositoryName } from "./repository.ts";
import { stampIn } from "./stamp.ts";

/** Where a local file belongs. */
export interface FilePlace {
  /** The folder that stands for a repository: all runs in it are by one model. */
  readonly root: string;
  /** The model, where the folders name it. */
  readonly model: string | undefined;
}

const SNAPSHOT = /^[0-9a-f]{40}$/;

/**
 * Finds the repository of a local file by the folders it lies in: a clone or download of a details
 * repository, a Hub cache, the output folder of lighteval, or the folder of one model.
 *
 * @example
 * ```ts
 * placeOf("/d/details_acme__ant-1b/2023-08-19T16:35:46.942696/details_harness|gsm8k|5_….parquet");
 * // { root: "/d/details_acme__ant-1b", model: "acme/ant-1b" }
 * placeOf("/d/details/acme/ant-1b/2025-10-14T15-33-27.662108/details_gsm8k|0_….parquet");
 * // { root: "/d#acme/ant-1b", model: "acme/ant-1b" }
 * ```
 */
export function placeOf(path: string): FilePlace {
  const folder = dirname(resolve(path));
  const run = nameOf(folder);
  const isRun = stampIn(run) !== undefined;
  const own = isRun ? dirname(folder) : folder;
  return ofRepository(own) ?? ofLighteval(own) ?? { root: own, model: undefined };
}

/** The folder itself, the one around it, and what a Hub cache has between them. */
function ofRepository(folder: string): FilePlace | undefined {
  const inner = nameOf(folder);
  const outer = nameOf(dirname(folder));
  const isNamed = isModelFolder(inner);
  const cached = SNAPSHOT.test(outer) ? dirname(dirname(dirname(folder))) : undefined;
  const around = cached ?? dirname(folder);
  const ofAround = namedRepository(around);
  const isInside = ofAround !== undefined && (isNamed || inner === ofAround.folder);
  if (isInside) return { root: around, model: isNamed ? modelFromFolder(inner) : ofAround.model };
  const repository = SNAPSHOT.test(inner) ? dirname(dirname(folder)) : folder;
  const ofOwn = namedRepository(repository);
  // Any folder may end in "-details"; one that names no owner is not taken for a repository.
  if (ofOwn && (ofOwn.isPrefixed || ofOwn.folder.includes("__"))) {
    return { root: repository, model: ofOwn.model };
  }
  return isNamed ? { root: folder, model: modelFromFolder(inner) } : undefined;
}

interface NamedRepository {
  readonly model: string;
  /** The model as the folder of a repository is named after it. */
  readonly folder: string;
  readonly isPrefixed: boolean;
}

function namedRepository(folder: string): NamedRepository | undefined {
  const name = nameOf(folder).replace(/^datasets--(?:.*--)?/, "");
  const found = repositoryName(name);
  return (
    found && {
      model: found.model,
      folder: found.model.replaceAll("/", "__"),
      isPrefixed: found.layout === "details",
    }
  );
}

/** `<owner>__<model>`; a folder that begins with the mark was a path. */
function isModelFolder(name: string): boolean {
  return (
    /^[^_.].*?[^_]__[^_]/.test(name) &&
    stampIn(name) === undefined &&
    repositoryName(name) === undefined
  );
}

/** `details/<owner>/<model>/<stamp>/…` beside `results/<owner>/<model>/…`; the owner may be missing. */
function ofLighteval(folder: string): FilePlace | undefined {
  const parts = folder.split(sep);
  const model = parts.at(-1)!;
  for (const [depth, name] of [
    [2, model],
    [3, `${parts.at(-2)}/${model}`],
  ] as const) {
    if (!/^(?:details|results)$/.test(parts.at(-depth) ?? "")) continue;
    return { root: `${parts.slice(0, -depth).join(sep)}#${name}`, model: name };
  }
  return undefined;
}

function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf(sep) + 1);
}
