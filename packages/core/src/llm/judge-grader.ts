/** Another model as the grader of answers. */

import type { Model } from "./call.ts";
import type { Grader } from "./grade-answer.ts";
import { judge } from "./judge.ts";
import type { JudgeOptions } from "./judged-answer.ts";

/**
 * A grader that has a language model judge each answer against its question and reference. An answer that
 * speaks to its judge gets no grade.
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
  let loaded: Promise<Model> | undefined;
  const spent = { sent: 0, inputTokens: 0, outputTokens: 0 };
  return {
    name,
    fits: ({ text }) => text.trim() !== "",
    async grade({ text, key }, answer) {
      let own = { sent: 0, inputTokens: 0, outputTokens: 0 };
      const onSpent: JudgeOptions["onSpent"] = (now) => void (own = now);
      loaded ??= typeof model === "function" ? model() : Promise.resolve(model);
      const grades = judge(await loaded, [{ text, key, answer }], {
        withholdFlagged: true,
        ...options,
        onSpent,
      });
      for await (const { score, reason } of grades) {
        spent.sent += own.sent;
        spent.inputTokens += own.inputTokens;
        spent.outputTokens += own.outputTokens;
        return score === null ? { score, reason } : { score };
      }
      return { score: null, reason: "no judgement" };
    },
    spent: () => spent,
  };
}
