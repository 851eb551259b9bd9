/** Outcomes in the formats of other programs. */

import { EipError } from "../errors.ts";
import type { Outcome } from "../outcomes/adapter.ts";

/**
 * The lines that py-irt reads: `{"subject_id", "responses": {item: 0 or 1}}`, one per model.
 *
 * @throws EipError `off-scale` for partial credit, which the format has no place for.
 */
export async function* pyIrtLines(outcomes: AsyncIterable<Outcome>): AsyncGenerator<string> {
  const subjects = new Map<string, Map<string, number>>();
  for await (const { model, benchmark, item, score } of outcomes) {
    if (score === null) continue;
    if (score !== 0 && score !== 1) {
      throw new EipError("off-scale", {
        where: `model ${model}, ${benchmark}, item ${item}`,
        found: `score ${score}`,
        expected: "0 or 1: py-irt has no partial credit",
        try: "--metric with a metric that is right or wrong",
      });
    }
    let responses = subjects.get(model);
    if (!responses) subjects.set(model, (responses = new Map()));
    responses.set(`${benchmark}:${item}`, score);
  }
  for (const [subject, responses] of subjects) {
    yield `${JSON.stringify({ subject_id: subject, responses: Object.fromEntries(responses) })}\n`;
  }
}

/**
 * Instance lines of Every Eval Ever, schema 0.2.1. Texts are empty unless the outcomes carry them.
 * An outcome without a grade is left out: the schema demands a number.
 */
export async function* everyEvalEverLines(
  outcomes: AsyncIterable<Outcome>,
): AsyncGenerator<string> {
  for await (const outcome of outcomes) {
    const { model, benchmark, item, score, text = "", key, answer = "" } = outcome;
    if (score === null) continue;
    const instance = {
      schema_version: "instance_level_eval_0.2.1",
      evaluation_id: outcome.run ?? `${benchmark}/${model}`,
      model_id: model,
      evaluation_name: benchmark,
      sample_id: item,
      sample_hash: outcome.contentHash ?? null,
      interaction_type: "single_turn",
      input: { raw: text, reference: key === undefined ? [] : [key] },
      output: { raw: [answer] },
      messages: null,
      answer_attribution: [],
      evaluation: { score, is_correct: score === 1 },
    };
    yield `${JSON.stringify(instance)}\n`;
  }
}
