import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fakeEndpoint, type FakeReply, type FakeRequest } from "../support/fake-endpoint.ts";
import { root } from "./blocks.ts";

/**
 * A stand-in for an endpoint with two language models: a judge, and a model of the samples.
 *
 * @returns the address, without a path.
 */
export async function sampleModels(): Promise<string> {
  const answers = sampleAnswers();
  const { baseUrl } = await fakeEndpoint((request) =>
    request.body.model === sample ? answerOf(request, answers) : judgement(request),
  );
  return new URL(baseUrl).origin;
}

interface Data {
  readonly reference: string | null;
  readonly answer: string;
}

/**
 * A judge looks at the number that an answer ends with. One wrong answer in fourteen it takes for nearly
 * right, and the order of the texts makes it milder now and then.
 */
function judgement({ user }: FakeRequest): FakeReply {
  const line = user.split("\n")[1]!;
  const { reference, answer } = JSON.parse(line) as Data;
  const ending = answer.match(/(\S+?)\.?\s*$/)?.[1];
  const isRight = ending === reference;
  const isOdd = hash(line) % 14 === 0;
  const score = isRight ? 1 : isOdd ? 0.75 : nearScore(ending, reference);
  return JSON.stringify({
    reason: `It ends with ${ending}; the reference says ${reference}.`,
    score,
  });
}

function nearScore(ending: string | undefined, reference: string | null): number {
  const distance = Math.abs(Number(ending) - Number(reference));
  return distance <= 1 ? 0.25 : 0;
}

function hash(text: string): number {
  let value = 7;
  for (const character of text) value = (value * 31 + character.codePointAt(0)!) % 1_000_003;
  return value;
}

/** The model of the samples that a page takes for a new one. */
const sample = "kestrel-8b-sft";

interface SampleRecord {
  readonly doc: { readonly question?: string };
  readonly resps: readonly (readonly string[])[];
}

/** What it answered in its log, by question. */
function sampleAnswers(): ReadonlyMap<string, string> {
  const folder = join(root, "examples/logs", sample);
  const answers = new Map<string, string>();
  for (const name of readdirSync(folder).filter((one) => one.includes("word_sums"))) {
    for (const line of readFileSync(join(folder, name), "utf8").trim().split("\n")) {
      const { doc, resps } = JSON.parse(line) as SampleRecord;
      if (doc.question !== undefined) answers.set(doc.question, resps[0]![0]!);
    }
  }
  return answers;
}

function answerOf({ user }: FakeRequest, answers: ReadonlyMap<string, string>): FakeReply {
  const known = [...answers].find(([question]) => user.startsWith(question));
  return known ? known[1] : { status: 400, message: "a question that the samples do not have" };
}
