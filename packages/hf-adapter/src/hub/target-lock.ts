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
  const id = randomUUID();
  for (let tries = 0; tries < 3; tries += 1) {
    held.add(id);
    if (await create(path, { pid: process.pid, host: hostname(), id })) {
      return async () => {
        held.delete(id);
        const now = await readFile(path, "utf8").catch(() => "");
        if (now.includes(id)) await rm(path, { force: true });
      };
    }
    const content = await readFile(path, "utf8").catch(() => undefined);
    if (content === undefined) continue;
    if (await isHeld(content, [path, growing])) break;
    await takeAway(path, content);
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
  const made = `${path}.${holder.id}`;
  try {
    await writeFile(made, JSON.stringify(holder), { flag: "wx" });
    await link(made, path);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
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

/**
 * Removes a lock that was left behind. It is moved aside first, which only one process can do, and
 * looked at there: one that another process has just put in its place goes back.
 */
async function takeAway(path: string, content: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, "utf8")) !== content) await link(aside, path);
  } catch (error) {
    // Another process was quicker.
    if (!["ENOENT", "EEXIST"].includes(systemCode(error))) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}
