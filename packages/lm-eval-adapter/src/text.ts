import type { Outcome } from "@eip-eval/core";
import { canonicalText, isObject, member, textOf } from "@eip-eval/core/io";
import { lastParagraph } from "./record.ts";

/** Question, reference and answer of one record. */
export type Texts = Pick<Outcome, "text" | "key" | "answer">;

/** Fields in which data sets keep the question, the most telling first. */
const QUESTION_FIELDS = [
  "question",
  "Question",
  "problem",
  "prompt",
  "query",
  "sentence",
  "input",
  "instruction",
  "premise",
  "ctx",
  "goal",
  "text",
];

/**
 * The texts of a record of any version, as far as it has them. The answer is what a filter took out of the
 * response, or the response itself where `isWhole` asks for it and there is one.
 *
 * @example
 * ```ts
 * textsOf({ doc: { question: "2+2?" }, target: "4", resps: [["It is 4"]], filtered_resps: ["4"] });
 * // { text: "2+2?", key: "4", answer: "4" }
 * ```
 */
export function textsOf(
  record: unknown,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): Texts {
  const target = member(record, "target") ?? member(record, "truth");
  const text = questionOf(record);
  const key = target === undefined || target === null ? undefined : textOf(plainText(target));
  const answer = answerOf(record, { key, isWhole });
  return {
    ...(text === undefined ? {} : { text }),
    ...(key === undefined ? {} : { key }),
    ...(answer === undefined ? {} : { answer }),
  };
}

function questionOf(record: unknown): string | undefined {
  const doc = member(record, "doc");
  if (typeof doc === "string") return textOf(doc);
  const fields = QUESTION_FIELDS.flatMap((name) => textOf(member(doc, name)) ?? []);
  // Some data sets keep a mere keyword under "question".
  const field = fields.find((text) => /\s/.test(text.trim())) ?? fields[0];
  return (
    field ?? lastParagraph(member(record, "prompt_0") ?? firstPrompt(member(record, "arguments")))
  );
}

/** The first request: `{ gen_args_0: { arg_0 } }`, `[[context, …], …]` or `[context, …]`. */
function firstPrompt(requests: unknown): string | undefined {
  const first = isObject(requests) ? Object.values(requests)[0] : requests;
  return firstText(isObject(first) ? first["arg_0"] : first);
}

function firstText(value: unknown): string | undefined {
  return textOf(firstOf(value));
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? firstOf(value[0]) : value;
}

/** All texts in a list of lists. */
function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === "string" ? [value] : [];
}

function answerOf(
  record: unknown,
  { key, isWhole }: { key: string | undefined; isWhole: boolean },
): string | undefined {
  const [filtered, raw] = [member(record, "filtered_resps"), member(record, "resps")];
  const responses = isWhole ? (raw ?? filtered) : (filtered ?? raw);
  const likelihoods = likelihoodsOf(record);
  if (likelihoods.length > 0) return chosenOption(record, { likelihoods, key });
  const first = firstOf(responses);
  if (isWhole && typeof first === "string") {
    // Of several that differ none is the answer that was graded.
    return new Set(textsIn(raw)).size > 1 ? undefined : first.trim();
  }
  const generated = textOf(first) ?? textOf(member(record, "logit_0"));
  return generated === undefined ? undefined : textOf(generated.trim());
}

/**
 * The likeliest option in the form of the reference, index or text, so that the two compare.
 * Nothing where the options are told apart by their contexts, as in WinoGrande.
 */
function chosenOption(
  record: unknown,
  { likelihoods, key }: { likelihoods: readonly number[]; key: string | undefined },
): string | undefined {
  if (likelihoods.length < 2) return undefined;
  const chosen = likelihoods.indexOf(Math.max(...likelihoods));
  const options = likelihoods.map((_, at) => optionText(member(record, "arguments"), at));
  const areTexts = new Set(options).size === options.length;
  if (areTexts && options[chosen] === key) return key;
  if (key !== undefined && /^\d+$/.test(key)) return String(chosen);
  return areTexts ? options[chosen] : undefined;
}

/** A log-likelihood for each option; none where the responses are texts. */
function likelihoodsOf(record: unknown): number[] {
  const responses = member(record, "filtered_resps");
  const likelihoods = Array.isArray(responses) ? responses.map(likelihoodOf) : logitsOf(record);
  return likelihoods.some((one) => Number.isNaN(one)) ? [] : likelihoods;
}

/** `["-3.2", "False"]`: a log-likelihood, and whether greedy decoding gives this option. */
function likelihoodOf(response: unknown): number {
  const isPair =
    Array.isArray(response) &&
    response.length === 2 &&
    /^(?:true|false)$/i.test(String(response[1]));
  return isPair ? Number(response[0]) : Number.NaN;
}

function logitsOf(record: unknown): number[] {
  const logits: number[] = [];
  for (let option = 0; member(record, `logit_${option}`) !== undefined; option += 1) {
    const logit = member(record, `logit_${option}`);
    logits.push(typeof logit === "number" || textOf(logit) ? Number(logit) : Number.NaN);
  }
  return logits;
}

function optionText(requests: unknown, option: number): string | undefined {
  const request = isObject(requests)
    ? member(requests, `gen_args_${option}`)
    : Array.isArray(requests)
      ? (requests[option] as unknown)
      : undefined;
  const text = Array.isArray(request) ? (request[1] as unknown) : member(request, "arg_1");
  return textOf(text)?.trim();
}

function plainText(value: unknown): string {
  return typeof value === "string" ? value.trim() : canonicalText(value);
}
