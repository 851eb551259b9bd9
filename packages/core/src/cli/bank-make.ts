/** `bank make PATH… -o FILE`: a pool frozen in a file. */

import { recordsOfBank } from "../analysis/bank-records.ts";
import { freezeBank, type ItemBank } from "../analysis/item-bank.ts";
import { EipError } from "../errors.ts";
import { writeSealed } from "../io/bank-file.ts";
import { count } from "../outcomes/wording.ts";
import { plainText } from "../report/plain-text.ts";
import { bootstrap, defaultReplicates } from "../stats/bootstrap.ts";
import { tiers } from "../stats/tiers.ts";
import type { BankFlags } from "./bank-flags.ts";
import { commandLine, quoted } from "./command-line.ts";
import { metricsOf, newestRunOf, readHashedPool, type HashedPool } from "./hashed-pool.ts";
import { tell } from "./output.ts";
import { fitPool, seedOf } from "./pool.ts";
import type { CommandContext } from "./program.ts";
import { readingSummary } from "./reading-summary.ts";
import { strictExit } from "./strict.ts";
import { write } from "./streams.ts";
import { threadCrew } from "./thread-crew.ts";

/** Freezes the pool behind the paths. */
export async function makeBank(
  context: CommandContext,
  paths: readonly string[],
  flags: BankFlags,
): Promise<number> {
  const file = fileOf(context, paths, flags);
  const pool = await readHashedPool(context, paths, flags);
  if (!flags.quiet) {
    await tell(context.stderr, readingSummary(pool, commandLine(context, "check", paths)));
  }
  const bank = bankOf(pool, flags);
  const sha256 = await writeSealed(file, recordsOfBank(bank));
  if (flags.json) {
    await write(context.stdout, `${JSON.stringify({ schema: "eip-bank-made/1", file, sha256 })}\n`);
  }
  if (!flags.quiet) await tell(context.stderr, summaryText(bank, { file, sha256, context }));
  return strictExit(flags.strict ?? false, pool, pool.notices);
}

function fileOf(context: CommandContext, paths: readonly string[], flags: BankFlags): string {
  if (flags.output !== undefined) return flags.output;
  throw new EipError("usage", {
    where: "bank make",
    found: "no file to write to",
    expected: "-o FILE",
    try: `${commandLine(context, "bank make", paths)} -o pool.bank.jsonl`,
  });
}

function bankOf(pool: HashedPool, flags: BankFlags): ItemBank {
  const fitted = fitPool(pool, flags);
  if (fitted.fit.keptItems.length === 0) {
    throw new EipError("no-outcomes", {
      found: `no item tells the ${count(pool.matrix.models.length, "model")} apart, so there is nothing to freeze`,
      expected: "items that some models solve and some fail",
      try: "add models",
    });
  }
  const seed = seedOf(pool.reading, flags);
  const replicates = flags.bootstrap ?? defaultReplicates(pool.matrix);
  const { cluster } = pool;
  const drawn =
    replicates === 0
      ? undefined
      : bootstrap(fitted, { replicates, seed, cluster, crew: threadCrew() });
  return freezeBank(fitted, {
    seed,
    replicates,
    tiers: drawn && tiers(fitted, { bootstrap: drawn, level: flags.level }),
    metrics: metricsOf(pool.reading),
    newestRun: newestRunOf(pool.reading),
    contentHashes: pool.contentHashes,
  });
}

function summaryText(
  bank: ItemBank,
  {
    file,
    sha256,
    context,
  }: { readonly file: string; readonly sha256: string; readonly context: CommandContext },
): string {
  const kept = bank.items.filter(({ weight }) => weight !== null).length;
  const hashed = bank.items.filter(({ contentHash }) => contentHash !== null).length;
  const questions =
    hashed === bank.items.length
      ? "the hash of every question is known"
      : hashed === 0
        ? "the questions' hashes are unknown, so a changed question cannot be noticed"
        : `the question's hash is known for ${count(hashed, "item")}`;
  const next = `${context.program.name} bank score ${quoted(file)} NEW-RUN`;
  return `Wrote ${plainText(file)}: ${count(bank.models.length, "model")}, ${kept.toLocaleString("en-US")} of ${count(bank.items.length, "item")} with a weight; ${questions}. SHA-256 ${sha256.slice(0, 12)}.\nNext: ${plainText(next)}\n`;
}
