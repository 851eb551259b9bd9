import { EipError, type Notice } from "@eip-eval/core";
import { listText } from "@eip-eval/core/io";
import type { LabelledRun } from "./run.ts";

/**
 * Warns about arguments of the eval that differ under one name. Values may be secret: only names.
 */
export function argumentNotice(runs: readonly LabelledRun[]): Notice[] {
  const known = runs.flatMap(({ spec }) => spec ?? []);
  const names = new Set(known.flatMap(({ args }) => [...args.keys()]));
  const differing = [...names].filter(
    (name) => new Set(known.map(({ args }) => args.get(name))).size > 1,
  );
  if (differing.length === 0) return [];
  const { benchmark } = runs[0]!;
  return [
    {
      severity: "warning",
      code: "item-identity",
      message: `${benchmark}: its runs differ in arguments of the eval (${listText(differing.toSorted())}), so they may not be the same test.`,
      benchmark,
    },
  ];
}

/**
 * Classes that draw or shuffle their rows by the seed before numbering them (format document,
 * section 5).
 */
const DRAWN_BY_SEED: ReadonlySet<string> = new Set([
  "MatchWithSolvers",
  "SkillAcquisition",
  "IdentifyingVariables",
  "FunctionDeductionEval",
  "SelfPrompting",
  "AlreadySaidThat",
  "TwentyQuestions",
  "TrackTheStat",
  "CantDoThatAnymore",
]);

/**
 * Refuses to pool runs whose questions were drawn by different seeds or arguments.
 *
 * @throws EipError `mixed-setup` unless `seed` may be mixed.
 */
export function checkSeeds(runs: readonly LabelledRun[], allowMixed: readonly string[]): void {
  const drawn = runs.filter(({ spec }) => DRAWN_BY_SEED.has(spec?.evalClass ?? ""));
  const [first] = drawn;
  const other = drawn.find((run) => drawText(run) !== drawText(first!));
  if (!first || !other || allowMixed.includes("seed")) return;
  const seeds = [first, other].map(({ model, spec }) => `${model} with seed ${String(spec?.seed)}`);
  throw new EipError("mixed-setup", {
    found: `${first.benchmark}: ${seeds.join(", ")}; this eval draws its questions by seed and arguments`,
    expected: "one seed and the same arguments",
    try: `--metric ${first.benchmark}=KEY,item=prompt, leave one out, or --allow-mixed seed`,
  });
}

function drawText({ spec }: LabelledRun): string {
  return JSON.stringify([spec?.seed, [...(spec?.args ?? [])]]);
}
