/** `bank make|score`: freeze what items are worth, and place later models by it. */

import { EipError } from "../errors.ts";
import type { BankFlags } from "./bank-flags.ts";
import type { CommandContext } from "./program.ts";

export async function run(
  context: CommandContext,
  operands: readonly unknown[],
  flags: BankFlags,
): Promise<number> {
  const [action, paths] = operands as [string | undefined, readonly string[]];
  const { name } = context.program;
  if (action === "make") {
    const { makeBank } = await import("./bank-make.ts");
    return makeBank(context, paths, flags);
  }
  if (action === "score") {
    const { scoreByBank } = await import("./bank-score.ts");
    return scoreByBank(context, paths, flags);
  }
  throw new EipError("usage", {
    where: "bank",
    found: action === undefined ? "nothing to do" : `no action "${action}"`,
    expected: "make or score",
    try: `${name} bank make results/ -o pool.bank.jsonl, then ${name} bank score pool.bank.jsonl new-run/`,
  });
}
