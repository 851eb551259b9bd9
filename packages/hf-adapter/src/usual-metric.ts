import { taskName } from "./file-name.ts";
import type { DetailsFamily } from "./record.ts";

interface Usual {
  readonly tasks: RegExp;
  readonly metrics: readonly RegExp[];
}

/** What the first leaderboard counted for each of its tasks (format document, 2.1). */
const OF_V1: readonly Usual[] = [
  { tasks: /^(?:arc|hellaswag)/, metrics: [/^acc_norm$/] },
  { tasks: /^truthfulqa/, metrics: [/^mc2$/] },
  { tasks: /^drop/, metrics: [/^f1$/, /^em$/] },
  { tasks: /./, metrics: [/^acc$/] },
];

/** Known tasks of lighteval. */
const OF_LIGHTEVAL: readonly Usual[] = [
  { tasks: /ifeval/, metrics: [/^prompt_level_strict_acc$/] },
  { tasks: /truthfulqa.*mc/, metrics: [/^(?:truthfulqa_)?mc2$/] },
  { tasks: /^(?:arc|hellaswag|piqa|openbookqa)/, metrics: [/^acc_norm/] },
];

/** The usual metrics of any other task, the most telling first. */
const IN_GENERAL: readonly RegExp[] = [
  /^extractive_match$/,
  /^exact_match$/,
  /^em$/,
  /^(?:quasi_exact_match|qem|quasi_match)$/,
  /exact_match/,
  /^(?:prefix|perfect)_em|^p(?:q)?em$/,
  /^acc$/,
  /^acc_norm/,
  /^loglikelihood_acc/,
  /^(?:truthfulqa_)?mc2$/,
  /^(?:truthfulqa_)?mc1$/,
  /^prompt_level_strict_acc$/,
  /^pass@(?:k:)?/,
  /^(?:codegen|lcb)_pass@/,
  /^f1/,
  /^g-pass@/i,
  /^(?:avg|mean)@/,
  /^maj@/,
];

/**
 * The metric that counts for a task among those that are scores per item: the only one, else the
 * usual one; `undefined` where none is usual.
 *
 * @example
 * ```ts
 * usualMetric(["acc", "acc_norm"], { task: "harness|arc:challenge|25", family: "v1" }); // "acc_norm"
 * usualMetric(["maj@8", "extractive_match"], { task: "gsm8k|0", family: "lighteval" }); // "extractive_match"
 * usualMetric(["rouge1", "rouge2"], { task: "summary|0", family: "lighteval" }); // undefined
 * ```
 */
export function usualMetric(
  usable: readonly string[],
  { task, family }: { task: string; family: DetailsFamily },
): string | undefined {
  if (usable.length === 1) return usable[0];
  const { task: name } = taskName(task);
  const known = (family === "v1" ? OF_V1 : OF_LIGHTEVAL).find(({ tasks }) => tasks.test(name));
  for (const pattern of [...(known?.metrics ?? []), ...IN_GENERAL]) {
    const found = usable.find((metric) => pattern.test(metric));
    if (found !== undefined) return found;
  }
  return undefined;
}
