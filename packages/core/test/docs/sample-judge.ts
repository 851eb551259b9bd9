import { fakeEndpoint } from "../support/fake-endpoint.ts";

interface Data {
  readonly reference: string | null;
  readonly answer: string;
}

/**
 * A stand-in for a language model that judges the samples: it looks at the number that an answer ends with. One
 * wrong answer in fourteen it takes for nearly right, and the order of the texts makes it milder now and then.
 *
 * @returns the address, without a path.
 */
export async function sampleJudge(): Promise<string> {
  const { baseUrl } = await fakeEndpoint(({ user }) => {
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
  });
  return new URL(baseUrl).origin;
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
