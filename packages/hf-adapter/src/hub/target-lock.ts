import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { EipError } from "@eip-eval/core";
import { isAlive, systemCode } from "@eip-eval/core/io";

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly id: string;
}

/** Locks that this process holds, as a number of a process may be given again. */
const held = new Set<string>();
/** Milliseconds after which the lock of another machine counts as left behind. */
const LEFT_BEHIND = 120_000;

/**
 * Makes sure that one process at a time writes a file: a small file beside it says who does. A lock
 * whose process is gone is taken over.
 *
 * @returns what gives the lock back.
 * @throws EipError `write` while another process holds it.
 * @example
 * ```ts
 * const release = await lockTarget("pool/a.jsonl");
 * await release();
 * ```
 */
export async function lockTarget(
  target: string,
  { growing }: { readonly growing: string },
): Promise<() => Promise<void>> {
  const path = `${target}.lock`;
  const holder = { pid: process.pid, host: hostname(), id: randomUUID() };
  const { id } = holder;
  const release = async (): Promise<void> => {
    const now = await readFile(path, "utf8").catch(() => "");
    if (now.includes(id)) await rm(path, { force: true });
    held.delete(id);
  };
  held.add(id);
  for (let tries = 0; tries < 3; tries += 1) {
    if (await create(path, holder)) return release;
    const content = await readFile(path, "utf8").catch(() => undefined);
    if (content === undefined) continue;
    if (await isHeld(content, [path, growing])) break;
    if (await takeOver(path, { content, holder })) return release;
  }
  held.delete(id);
  throw new EipError("write", {
    where: target,
    found: "another process is downloading it",
    try: `wait for it; if there is none, delete ${path}`,
  });
}

/** The lock appears with its content or not at all, so that a kill leaves none that says nothing. */
async function create(path: string, holder: Holder): Promise<boolean> {
  return withFile(path, holder, async (made) => {
    try {
      await link(made, path);
      return true;
    } catch (error) {
      if (systemCode(error) === "EEXIST") return false;
      throw error;
    }
  });
}

/**
 * Takes the place of a lock that was left behind. One process at a time may do so, looks again whether it is
 * still that lock, and replaces it in one step: at no moment is there none.
 */
async function takeOver(
  path: string,
  { content, holder }: { readonly content: string; readonly holder: Holder },
): Promise<boolean> {
  const guard = `${path}.takeover`;
  if (!(await create(guard, holder))) {
    // Its process was killed within the few milliseconds that this takes.
    const { mtimeMs } = await stat(guard).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > LEFT_BEHIND) await rm(guard, { force: true });
    return false;
  }
  try {
    const now = await readFile(path, "utf8").catch(() => undefined);
    if (now !== content) return false;
    return await withFile(path, holder, async (made) => {
      await rename(made, path);
      return true;
    });
  } finally {
    await rm(guard, { force: true });
  }
}

/** A file beside the lock that says who holds it, for as long as `use` takes. */
async function withFile<Result>(
  path: string,
  holder: Holder,
  use: (made: string) => Promise<Result>,
): Promise<Result> {
  const made = `${path}.${holder.id}`;
  try {
    await writeFile(made, JSON.stringify(holder), { flag: "wx" });
    return await use(made);
  } finally {
    await rm(made, { force: true });
  }
}

async function isHeld(content: string, files: readonly string[]): Promise<boolean> {
  const holder = parse(content);
  if (holder?.host === hostname()) {
    return holder.pid === process.pid ? held.has(holder.id) : isAlive(holder.pid);
  }
  // Nobody can ask another machine.
  const times = await Promise.all(
    files.map(async (file) => (await stat(file)).mtimeMs).map((time) => time.catch(() => 0)),
  );
  return Date.now() - Math.max(...times) < LEFT_BEHIND;
}

function parse(content: string): Holder | undefined {
  try {
    const { pid, host, id } = JSON.parse(content) as Partial<Record<keyof Holder, unknown>>;
    const isWhole = Number.isSafeInteger(pid) && typeof host === "string" && typeof id === "string";
    return isWhole && (pid as number) > 0 ? { pid: pid as number, host, id } : undefined;
  } catch {
    return undefined;
  }
}
