/** Graded credit for answers in free text, by a language model. */

import { CALL_DEFAULTS, type Model } from "./call.ts";
import { inOrder } from "./in-order.ts";
import type { JudgeableAnswer } from "./judge-request.ts";
import { Sitting } from "./judge-sitting.ts";
import type { Judged, JudgeOptions } from "./judged-answer.ts";

/**
 * Judges answers by a language model. Judgements come in the order of the answers; a multiple of
 * `concurrency` is worked on ahead. Equal questions, references and answers are judged once, whichever
 * models gave them. An answer without question or text, a blank answer, a failed call and a reply that stays
 * no judgement give `score: null` with a reason, never 0.
 *
 * @throws EipError as `ModelCaller.call` does, `unsupported` where none of the first ten replies, or none to ten
 *   requests in a row, was a judgement, `usage` for a cache without the name of the judge, and `write` or
 *   `disk-full` where the cache cannot be written.
 * @example
 * ```ts
 * const model = await modelAt(parseEndpoint("http://localhost:8000/v1#qwen"), process.env);
 * const answers = [{ text: "What is 2 + 2?", key: "4", answer: "Four." }];
 * for await (const { score } of judge(model, answers)) console.log(score); // 1
 * ```
 */
export async function* judge<Answer extends JudgeableAnswer>(
  model: Model,
  answers: Iterable<Answer> | AsyncIterable<Answer>,
  options: JudgeOptions = {},
): AsyncGenerator<Judged<Answer>> {
  const { concurrency = CALL_DEFAULTS.concurrency, onSpent } = options;
  const sitting = await Sitting.open(model, options);
  try {
    const work = (answer: Answer): Promise<Judged<Answer>> => sitting.judge(answer);
    for await (const judged of inOrder(answers, work, { ahead: concurrency * 8 })) {
      onSpent?.(sitting.spent());
      yield judged;
    }
  } finally {
    await sitting.close();
    onSpent?.(sitting.spent());
  }
}
