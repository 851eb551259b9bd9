/** Recording what an application asks its model, graded, as outcomes for a store. */

import { randomUUID } from "node:crypto";
import type { LanguageModelMiddleware } from "ai";
import { EipError } from "../errors.ts";
import { RunColumns } from "../io/run-columns.ts";
import { openStore } from "../io/store.ts";
import type { Outcome } from "../outcomes/adapter.ts";
import { idFromValue } from "../outcomes/id.ts";
import { scoreFromGrade } from "../outcomes/score.ts";
import type { Grader } from "./grade-answer.ts";
import { promptHash, promptText, type PromptMessage } from "./prompt-text.ts";
import { watchedStream, type RecordedCall } from "./watched-stream.ts";

/** An answer to grade. */
export interface RecordedAnswer {
  readonly model: string;
  readonly benchmark: string;
  readonly item: string;
  /** What the model was told, roles and texts, as text. */
  readonly prompt: string;
  readonly answer: string;
  /** The reference that the call came with. */
  readonly key: string | undefined;
}

export interface RecorderOptions {
  /** What the calls belong to, unless a call says something else. */
  readonly benchmark: string;
  /**
   * Grades an answer: a number in [0, 1], or `null` where it cannot be graded. Or a grader, such as
   * `graderNamed("numeric")`, for calls that come with a key.
   */
  readonly grade: ((answer: RecordedAnswer) => number | null | Promise<number | null>) | Grader;
  /** Name of the score. Default `recorded`. */
  readonly metric?: string | undefined;
  /** Name of the model. Default: what its provider calls it. */
  readonly model?: string | undefined;
  /** When the run began. Default: now. */
  readonly run?: string | undefined;
  /** Keep prompt, reference and answer in the outcomes. Default `false`; a store keeps none. */
  readonly text?: boolean | undefined;
}

/** Records the calls of models that are wrapped with its middleware. */
export interface Recorder {
  /** For `wrapLanguageModel({ model, middleware })` of the package `ai`. */
  readonly middleware: LanguageModelMiddleware;
  /**
   * What was recorded, in the order of the answers; those without one come last. Waits for grades that are being made.
   *
   * @throws what the grader threw; EipError `off-scale` for a grade outside [0, 1].
   */
  outcomes(): Promise<readonly Outcome[]>;
  /**
   * Adds the outcomes to a store, which is made where there is none; again, it takes the place of what was
   * added before. Returns the number of runs, one per model and benchmark.
   *
   * @throws what `outcomes` throws, after everything else is in the store.
   */
  save(folder: string): Promise<number>;
}

/**
 * Begins a recording. A call says what it asks by `providerOptions: { eip: { item, key, benchmark } }`; one
 * that does not is an item named after the hash of its prompt. The same item asked again is another trial.
 * A call that ends in tool calls is no answer yet; one that fails is sent again by the package `ai`, and
 * becomes an outcome without a grade if it never gets an answer. A stream that its reader leaves before the
 * model is done is not recorded. The application does not wait for grades, and what goes wrong in here or in a
 * grader comes up in `outcomes` and `save`.
 *
 * @example
 * ```ts
 * const recorder = recordOutcomes({ benchmark: "faq", grade: ({ answer, key }) => Number(answer === key) });
 * const model = wrapLanguageModel({ model: provider("my-model"), middleware: recorder.middleware });
 * await generateText({ model, prompt: "6 * 7?", providerOptions: { eip: { item: "q1", key: "42" } } });
 * await recorder.save("pool");
 * ```
 */
export function recordOutcomes(options: RecorderOptions): Recorder {
  const recording = new Recording(options);
  return {
    middleware: {
      specificationVersion: "v3",
      async wrapGenerate({ doGenerate, params, model }) {
        const call = recording.begin(model.modelId, params);
        try {
          const result = await doGenerate();
          call.end(textOf(result.content), result.finishReason);
          return result;
        } catch (error) {
          call.fail();
          throw error;
        }
      },
      async wrapStream({ doStream, params, model }) {
        const call = recording.begin(model.modelId, params);
        try {
          const { stream, ...rest } = await doStream();
          return { ...rest, stream: watchedStream(stream, call) };
        } catch (error) {
          call.fail();
          throw error;
        }
      },
    },
    outcomes: () => recording.outcomes(),
    save: (folder) => recording.save(folder),
  };
}

interface Asked extends Omit<RecordedAnswer, "answer"> {
  readonly contentHash: string;
}

class Recording {
  readonly #options: RecorderOptions;
  readonly #run: string;
  /** Two recordings of one moment are two. */
  readonly #id = randomUUID().slice(0, 8);
  readonly #graded: Promise<Outcome>[] = [];
  readonly #trials = new Map<string, number>();
  /** Calls that failed and were not answered since, by the prompt: sent again, it is the same object. */
  readonly #failed = new Map<object, Asked>();
  /** What went wrong in here. */
  readonly #faults: unknown[] = [];

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#run = options.run ?? new Date().toISOString();
  }

  begin(modelId: string, params: CallParams): RecordedCall {
    const asked = (): Asked => this.#askedIn(modelId, params);
    return {
      end: (answer, finishReason) =>
        this.#guard(() => {
          if (isToolCall(finishReason)) return;
          this.#failed.delete(params.prompt);
          this.#take(asked(), answer);
        }),
      fail: () => this.#guard(() => void this.#failed.set(params.prompt, asked())),
    };
  }

  async outcomes(): Promise<readonly Outcome[]> {
    const { outcomes, faults } = await this.#settled();
    if (faults.length > 0) throw faults[0];
    return outcomes;
  }

  async save(folder: string): Promise<number> {
    const { outcomes, faults } = await this.#settled();
    const runs = new Map<string, RunColumns>();
    for (const outcome of outcomes) {
      const key = JSON.stringify([outcome.model, outcome.benchmark]);
      let run = runs.get(key);
      if (!run) runs.set(key, (run = new RunColumns(outcome)));
      run.add(outcome);
    }
    const store = await openStore(folder, { create: true });
    for (const run of runs.values()) {
      await store.add(
        run.finish({
          source: `recording ${this.#id} of ${this.#run}`,
          sourceHash: undefined,
          hashKind: "recorder",
          expected: undefined,
          usual: undefined,
        }),
      );
    }
    if (faults.length > 0) throw faults[0];
    return runs.size;
  }

  /** Nothing that goes wrong in here reaches the application. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#faults.push(error);
    }
  }

  #take(asked: Asked, answer: string): void {
    const key = trialKey(asked);
    const trial = this.#trials.get(key) ?? 0;
    this.#trials.set(key, trial + 1);
    const graded = this.#grade(asked, { answer, trial });
    // Whoever asks for the outcomes gets the error.
    graded.catch(() => undefined);
    this.#graded.push(graded);
  }

  async #settled(): Promise<{ outcomes: readonly Outcome[]; faults: readonly unknown[] }> {
    const settled = await Promise.allSettled(this.#graded);
    const trials = new Map(this.#trials);
    const failed = [...this.#failed.values()].map((asked): Outcome => {
      const trial = trials.get(trialKey(asked)) ?? 0;
      trials.set(trialKey(asked), trial + 1);
      return this.#outcome(asked, { score: null, trial });
    });
    return {
      outcomes: [
        ...settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
        ...failed,
      ],
      faults: [
        ...this.#faults,
        ...settled.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : [])),
      ],
    };
  }

  async #grade(
    asked: Asked,
    { answer, trial }: { readonly answer: string; readonly trial: number },
  ): Promise<Outcome> {
    const { model, benchmark, item, prompt, key } = asked;
    const { grade } = this.#options;
    const raw =
      typeof grade === "function"
        ? await grade({ model, benchmark, item, prompt, key, answer })
        : (await grade.grade({ benchmark, item, text: prompt, key }, answer)).score;
    const score = scoreFromGrade(raw);
    if (score === undefined) {
      throw new EipError("off-scale", {
        where: `${asked.benchmark}:${asked.item}`,
        found: `grade ${String(raw)}`,
        expected: "a number from 0 to 1, or null",
      });
    }
    return this.#outcome(asked, { score, trial, answer });
  }

  #askedIn(modelId: string, { prompt: messages, providerOptions }: CallParams): Asked {
    const { benchmark, model = modelId } = this.#options;
    const own = providerOptions?.["eip"] ?? {};
    const contentHash = promptHash(messages);
    return {
      model,
      benchmark: idFromValue(own["benchmark"]) ?? benchmark,
      item: idFromValue(own["item"]) ?? contentHash.slice(0, 16),
      key: idFromValue(own["key"]),
      prompt: promptText(messages),
      contentHash,
    };
  }

  #outcome(
    { model, benchmark, item, key, prompt, contentHash }: Asked,
    own: { readonly score: number | null; readonly trial: number; readonly answer?: string },
  ): Outcome {
    const { metric = "recorded", text = false } = this.#options;
    const { answer, ...graded } = own;
    const texts = text ? { text: prompt, key, answer } : {};
    return { model, benchmark, item, ...graded, metric, run: this.#run, contentHash, ...texts };
  }
}

function trialKey({ model, benchmark, item }: Asked): string {
  return JSON.stringify([model, benchmark, item]);
}

/** What is needed of the parameters of a call, whatever the version of the package `ai`. */
interface CallParams {
  readonly prompt: readonly PromptMessage[];
  readonly providerOptions?:
    | Readonly<Record<string, Readonly<Record<string, unknown>>>>
    | undefined;
}

function textOf(content: readonly { readonly type: string }[]): string {
  return content
    .map((part) => (part.type === "text" && "text" in part ? String(part.text) : ""))
    .join("");
}

/** A text in version 2 of the interface, an object with it from version 3 on. */
function isToolCall(finishReason: unknown): boolean {
  const reason =
    typeof finishReason === "object" && finishReason !== null && "unified" in finishReason
      ? finishReason.unified
      : finishReason;
  return reason === "tool-calls";
}
