/** Another model as the grader of answers. */

import type { Model } from "./call.ts";
import type { Grade, Grader } from "./grade-answer.ts";
import { Sitting } from "./judge-sitting.ts";
import type { JudgeOptions } from "./judged-answer.ts";

/**
 * A grader that has a language model judge each answer against its question and reference. An answer that
 * speaks to its judge gets no grade; where the judge gives none, grading has failed, which says nothing
 * about the answer.
 *
 * @param model The judge, or how to get it when the first answer is graded.
 * @param name Tells this judge from others: its endpoint and rubric.
 * @example
 * ```ts
 * const grader = judgeGrader(model, "judge=http://localhost:8000/v1#qwen");
 * await grader.grade({ benchmark: "b", item: "1", text: "2 + 2?", key: "4" }, "Four."); // { score: 1 }
 * ```
 */
export function judgeGrader(
  model: Model | (() => Promise<Model>),
  name: string,
  options: JudgeOptions = {},
): Grader {
  let opened: Promise<Sitting> | undefined;
  let sitting: Sitting | undefined;
  const open = async (): Promise<Sitting> =>
    Sitting.open(typeof model === "function" ? await model() : model, {
      withholdFlagged: true,
      ...options,
    });
  return {
    name,
    fits: ({ text }) => text.trim() !== "",
    async grade({ text, key }, answer): Promise<Grade> {
      sitting = await (opened ??= open());
      const { score, reason, unjudged } = await sitting.judge({ text, key, answer });
      if (score !== null) return { score };
      const failed = unjudged === "failed" || unjudged === "invalid";
      return { score, reason: failed ? `the judge: ${reason}` : reason, failed };
    },
    spent: () => sitting?.spent() ?? { sent: 0, inputTokens: 0, outputTokens: 0 },
    close: async () => sitting?.close(),
  };
}
