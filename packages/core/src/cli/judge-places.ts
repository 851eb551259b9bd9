/** Where judged answers will go: looked at before anything is paid for. */

import { access, constants, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { EipError } from "../errors.ts";
import { writeError } from "../io/atomic.ts";
import type { Store } from "../io/folder-store.ts";
import { openStore } from "../io/store.ts";
import type { JudgeFlags } from "./judge-flags.ts";

export interface JudgePlaces {
  readonly output: string | undefined;
  readonly store: Store | undefined;
}

/**
 * Makes sure that both places can be written to.
 *
 * @throws EipError `write` for a folder that is not there or not ours, and what a store throws.
 */
export async function openPlaces({ output, store }: JudgeFlags): Promise<JudgePlaces> {
  if (output !== undefined) {
    await access(dirname(output), constants.W_OK).catch((error: unknown) => {
      throw writeError(output, error);
    });
    const old = await stat(output).catch(() => undefined);
    if (old?.isDirectory()) {
      throw writeError(output, Object.assign(new Error("a folder"), { code: "EISDIR" }));
    }
  }
  return {
    output,
    store: store === undefined ? undefined : await openStore(store, { create: true }),
  };
}

/**
 * Refuses to write over what is read.
 *
 * @throws EipError `usage` where two of the files are one.
 */
export async function refuseOneFileForTwo({
  inputs,
  cache,
  flags: { output },
}: {
  readonly inputs: readonly (string | undefined)[];
  readonly cache: string | undefined;
  readonly flags: Pick<JudgeFlags, "output">;
}): Promise<void> {
  const read = new Set(await Promise.all(inputs.map(realPathOf)));
  const written = [
    { flag: "-o", path: output },
    { flag: "--cache", path: cache },
  ];
  for (const { flag, path } of written) {
    const real = await realPathOf(path);
    if (path === undefined || real === undefined) continue;
    if (read.has(real)) throw oneForTwo(`${flag} ${path}`, "a file that is read as well");
    if (flag === "--cache" && real === (await realPathOf(output))) {
      throw oneForTwo(`${flag} ${path}`, "the file of -o, too");
    }
  }
}

function oneForTwo(where: string, found: string): EipError {
  return new EipError("usage", { where, found, expected: "a file of its own" });
}

async function realPathOf(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  return realpath(path).catch(() => path);
}
