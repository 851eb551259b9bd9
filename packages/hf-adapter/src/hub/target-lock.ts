import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { EipError } from "@eip-eval/core";
import { processMark, processOf } from "@eip-eval/core/io";

/** Marks of claims that this process has, as a number of a process may be given again. */
const ours = new Set<string>();
/** Milliseconds after which the claim of another machine counts as left behind. */
const LEFT_BEHIND = 120_000;
/** Milliseconds between two looks at claims that are undecided, and how many looks there are. */
const PAUSE = 5;
const LOOKS = 400;
/** What a claim says once it is the lock; before, it is empty. */
const IS_LOCK = "lock";
const END = ".lock";

/**
 * Makes sure that one process at a time writes a file.
 *
 * Each process lays a claim: a file beside the target, with a name that only it ever uses. Then it looks
 * at the others' claims: it leaves when one of them is the lock or comes before it, waits while
 * one that comes after it is undecided, and has the lock once it is alone. As every
 * process claims before it looks, of two at least one sees the other. A claim whose process was killed
 * counts for nothing, whenever that was; nobody can take it for another, so anybody may remove it.
 *
 * @returns what gives the lock back.
 * @throws EipError `write` while another process holds it.
 * @example
 * ```ts
 * const release = await lockTarget("pool/a.jsonl", { growing: "pool/a.jsonl.part" });
 * await release();
 * ```
 */
export async function lockTarget(
  target: string,
  { growing }: { readonly growing: string },
): Promise<() => Promise<void>> {
  const mark = processMark();
  const path = claimPath(target, mark);
  const release = async (): Promise<void> => {
    await rm(path, { force: true });
    ours.delete(mark);
  };
  ours.add(mark);
  try {
    await writeFile(path, "", { flag: "wx" });
    await decide(target, { mark, growing });
    await writeFile(path, IS_LOCK);
    return release;
  } catch (error) {
    await release();
    throw error;
  }
}

/** Waits until no other claim counts. */
async function decide(
  target: string,
  { mark, growing }: { readonly mark: string; readonly growing: string },
): Promise<void> {
  for (let look = 1; ; look += 1) {
    const others = (await claims(target, growing)).filter((claim) => claim.mark !== mark);
    if (others.length === 0) return;
    const winner =
      others.find((claim) => claim.isLock || claim.mark < mark) ??
      (look < LOOKS ? undefined : others[0]);
    if (winner) {
      throw new EipError("write", {
        where: target,
        found: "another process is downloading it",
        try: `wait for it; if there is none, delete ${claimPath(target, winner.mark)}`,
      });
    }
    await sleep(PAUSE);
  }
}

interface Claim {
  readonly mark: string;
  readonly isLock: boolean;
}

/** The claims that count. Those that do not are removed. */
async function claims(target: string, growing: string): Promise<Claim[]> {
  const start = `${basename(target)}.`;
  const found: Claim[] = [];
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(start) || !name.endsWith(END)) continue;
    const mark = name.slice(start.length, -END.length);
    if (processOf(mark) === undefined) continue;
    const path = claimPath(target, mark);
    const file = await stat(path).catch(() => undefined);
    // Its process has just given it back.
    if (file === undefined) continue;
    if (await isKept(mark, [path, growing])) found.push({ mark, isLock: file.size > 0 });
    else await rm(path, { force: true });
  }
  return found;
}

async function isKept(mark: string, files: readonly string[]): Promise<boolean> {
  const process = processOf(mark);
  if (process === "this") return ours.has(mark);
  if (process !== "unknown") return process === "running";
  const times = await Promise.all(
    files.map(async (file) => (await stat(file)).mtimeMs).map((time) => time.catch(() => 0)),
  );
  return Date.now() - Math.max(...times) < LEFT_BEHIND;
}

function claimPath(target: string, mark: string): string {
  return `${target}.${mark}${END}`;
}
