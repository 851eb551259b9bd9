/** `store add|list|compact`: many runs as Parquet files. */

import { stat } from "node:fs/promises";
import { EipError } from "../errors.ts";
import type { Store, StoredRun } from "../io/folder-store.ts";
import { removeLeftovers } from "../io/leftovers.ts";
import { nearestName } from "../io/nearest-name.ts";
import { openStore } from "../io/store.ts";
import { count } from "../outcomes/wording.ts";
import { plainText } from "../report/plain-text.ts";
import { storedRunsTable } from "../report/store-view.ts";
import { markdownTable } from "../report/markdown.ts";
import { terminalTable } from "../report/terminal.ts";
import { commandLine } from "./command-line.ts";
import { megabytes } from "./megabytes.ts";
import type { ReadFlags } from "./options.ts";
import { json, tell } from "./output.ts";
import type { CommandContext } from "./program.ts";
import { openRuns } from "./reading.ts";
import { strictExit } from "./strict.ts";
import { write } from "./streams.ts";

interface StoreFlags extends ReadFlags {
  readonly json?: boolean;
}

interface Call {
  readonly folder: string;
  readonly paths: readonly string[];
  readonly flags: StoreFlags;
}

const actions: Readonly<Record<string, (context: CommandContext, call: Call) => Promise<number>>> =
  { add, list, compact };

export async function run(
  context: CommandContext,
  [action, folder, paths]: readonly unknown[],
  flags: StoreFlags,
): Promise<number> {
  const act = actionFor(context, action as string | undefined);
  if (folder === undefined) {
    throw new EipError("usage", {
      where: `store ${String(action)}`,
      found: "no store named",
      expected: "the folder of a store",
      try: `${context.program.name} store ${String(action)} pool/`,
    });
  }
  return act(context, { folder: folder as string, paths: paths as string[], flags });
}

function actionFor(
  { program }: CommandContext,
  action: string | undefined,
): (typeof actions)[string] {
  const act = action !== undefined && Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (act) return act;
  const nearest = nearestName(action ?? "", Object.keys(actions)) ?? "list";
  throw new EipError("usage", {
    found: action === undefined ? "nothing to do with a store" : `store has no "${action}"`,
    expected: "add, list or compact",
    try: `${program.name} store ${nearest} pool/`,
  });
}

/** Reads logs, tables or other stores and keeps their runs under every metric. */
async function add(context: CommandContext, { folder, paths, flags }: Call): Promise<number> {
  const reading = await openRuns(context, paths, flags);
  const store = await openStore(folder, { create: true, signal: context.signal });
  await removeLeftovers(folder);
  let added = 0;
  let known = 0;
  for await (const one of reading.runs) {
    context.signal?.throwIfAborted();
    const { isNew } = await store.add(one);
    if (isNew) added += 1;
    else known += 1;
  }
  const notices = reading.notices();
  if (!flags.quiet) {
    const before = known === 0 ? "" : `, ${known} here already`;
    await tell(
      context.stderr,
      plainText(`${count(added, "run")} added to ${folder}${before}.`).concat("\n"),
    );
    for (const { message } of reading.problems) {
      await tell(context.stderr, `Left out: ${plainText(message)}\n`);
    }
    for (const { severity, message } of notices) {
      if (severity === "warning") await tell(context.stderr, `  ! ${plainText(message)}\n`);
    }
    await tell(context.stderr, `Next: ${commandLine(context, "rank", [folder])}\n`);
  }
  return strictExit(flags.strict ?? false, { reading }, notices);
}

async function list(context: CommandContext, { folder, flags }: Call): Promise<number> {
  const { store, problems } = await opened(context, folder);
  const runs = await store.list();
  if (flags.json) {
    await write(context.stdout, json({ schema: "eip-store-list/1", runs }));
  } else {
    const table = storedRunsTable(runs);
    const { isTTY, columns = 80 } = context.stdout;
    await write(context.stdout, isTTY ? terminalTable(table, columns) : markdownTable(table));
    await tell(context.stderr, `${await sizeSentence(runs)}\n`);
  }
  await tellProblems(context, problems);
  return 0;
}

async function compact(context: CommandContext, { folder, flags }: Call): Promise<number> {
  const { store, problems } = await opened(context, folder);
  await removeLeftovers(folder);
  const { runs, filesBefore, filesAfter, bytesBefore, bytesAfter } = await store.compact();
  if (!flags.quiet) {
    await tell(
      context.stderr,
      `${count(runs, "run")}: ${count(filesBefore, "file")} of ${megabytes(bytesBefore)} became ${count(filesAfter, "file")} of ${megabytes(bytesAfter)}.\n`,
    );
  }
  await tellProblems(context, problems);
  return 0;
}

async function opened(
  { signal }: CommandContext,
  folder: string,
): Promise<{ readonly store: Store; readonly problems: string[] }> {
  const problems: string[] = [];
  const onProblem = ({ message }: { message: string }): void => void problems.push(message);
  return { store: await openStore(folder, { signal, onProblem }), problems };
}

async function tellProblems(context: CommandContext, problems: readonly string[]): Promise<void> {
  for (const message of problems) await tell(context.stderr, `Left out: ${plainText(message)}\n`);
}

async function sizeSentence(runs: readonly StoredRun[]): Promise<string> {
  const files = [...new Set(runs.map(({ path }) => path))];
  const sizes = await Promise.all(files.map(async (path) => (await stat(path)).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const models = new Set(runs.map(({ model }) => model)).size;
  return `${count(runs.length, "run")} of ${count(models, "model")} in ${count(files.length, "file")}, ${megabytes(bytes)}.`;
}
