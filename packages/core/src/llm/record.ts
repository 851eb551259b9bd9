/** Recording what an application asks its model, graded, as outcomes for a store. */

import { createHash } from "node:crypto";
import type { LanguageModelMiddleware } from "ai";
import { EipError } from "../errors.ts";
import { RunColumns } from "../io/run-columns.ts";
import { openStore } from "../io/store.ts";
import type { Outcome } from "../outcomes/adapter.ts";
import { scoreFromGrade } from "../outcomes/score.ts";
import { idFromValue } from "../outcomes/id.ts";

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
  /** Grades an answer: a number in [0, 1], or `null` where it cannot be graded. */
  readonly grade: (answer: RecordedAnswer) => number | null | Promise<number | null>;
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
   * What was recorded, in the order of the answers. Waits for grades that are being made.
   *
   * @throws what the grader threw; EipError `off-scale` for a grade outside [0, 1].
   */
  outcomes(): Promise<readonly Outcome[]>;
  /**
   * Adds the outcomes to a store, which is made where there is none; again, it takes the place of what was
   * added before. Returns the number of runs, one per model and benchmark.
   */
  save(folder: string): Promise<number>;
}

/**
 * Begins a recording. A call says what it asks by `providerOptions: { eip: { item, key, benchmark } }`; one
 * that does not is an item named after the hash of its prompt. The same item asked again is another trial.
 * A call that ends in tool calls is no answer yet; one that fails is sent again by the package `ai`, and
 * becomes an outcome without a grade if it never gets an answer. The application sees neither a change nor a
 * delay; what a grader throws comes up in `outcomes` and `save`.
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
          return { ...rest, stream: watched(stream, call) };
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

/** A call from its beginning to its end. */
interface RecordedCall {
  end(answer: string, finishReason: unknown): void;
  fail(): void;
}

interface Asked extends Omit<RecordedAnswer, "answer"> {
  readonly contentHash: string;
}

class Recording {
  readonly #options: RecorderOptions;
  readonly #run: string;
  readonly #graded: Promise<Outcome>[] = [];
  readonly #trials = new Map<string, number>();
  /** Calls that failed and were not answered since, by model and item. */
  readonly #failed = new Map<string, Asked>();

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#run = options.run ?? new Date().toISOString();
  }

  begin(modelId: string, params: CallParams): RecordedCall {
    const asked = this.#askedIn(modelId, params);
    const key = JSON.stringify([asked.model, asked.benchmark, asked.item]);
    return {
      end: (answer, finishReason) => {
        if (isToolCall(finishReason)) return;
        this.#failed.delete(key);
        const trial = this.#trials.get(key) ?? 0;
        this.#trials.set(key, trial + 1);
        const graded = this.#grade(asked, { answer, trial });
        // Whoever asks for the outcomes gets the error.
        graded.catch(() => undefined);
        this.#graded.push(graded);
      },
      fail: () => void this.#failed.set(key, asked),
    };
  }

  async outcomes(): Promise<readonly Outcome[]> {
    const answered = await Promise.all(this.#graded);
    const failed = [...this.#failed].map(([key, asked]): Outcome => {
      const trial = this.#trials.get(key) ?? 0;
      return this.#outcome(asked, { score: null, trial });
    });
    return [...answered, ...failed];
  }

  async save(folder: string): Promise<number> {
    const runs = new Map<string, RunColumns>();
    for (const outcome of await this.outcomes()) {
      const key = JSON.stringify([outcome.model, outcome.benchmark]);
      let run = runs.get(key);
      if (!run) runs.set(key, (run = new RunColumns(outcome)));
      run.add(outcome);
    }
    const store = await openStore(folder, { create: true });
    for (const run of runs.values()) {
      await store.add(
        run.finish({
          source: `recording of ${this.#run}`,
          sourceHash: undefined,
          hashKind: "recorder",
          expected: undefined,
          usual: undefined,
        }),
      );
    }
    return runs.size;
  }

  async #grade(
    asked: Asked,
    { answer, trial }: { readonly answer: string; readonly trial: number },
  ): Promise<Outcome> {
    const { model, benchmark, item, prompt, key } = asked;
    const grade = await this.#options.grade({ model, benchmark, item, prompt, key, answer });
    const score = scoreFromGrade(grade);
    if (score === undefined) {
      throw new EipError("off-scale", {
        where: `${asked.benchmark}:${asked.item}`,
        found: `grade ${String(grade)}`,
        expected: "a number from 0 to 1, or null",
      });
    }
    return this.#outcome(asked, { score, trial, answer });
  }

  #askedIn(modelId: string, { prompt: messages, providerOptions }: CallParams): Asked {
    const { benchmark, model = modelId } = this.#options;
    const own = providerOptions?.["eip"] ?? {};
    const prompt = promptText(messages);
    const contentHash = createHash("sha256").update(prompt).digest("hex");
    return {
      model,
      benchmark: idFromValue(own["benchmark"]) ?? benchmark,
      item: idFromValue(own["item"]) ?? contentHash.slice(0, 16),
      key: idFromValue(own["key"]),
      prompt,
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

/** What is needed of the parameters of a call, whatever the version of the package `ai`. */
interface CallParams {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
  readonly providerOptions?:
    | Readonly<Record<string, Readonly<Record<string, unknown>>>>
    | undefined;
}

function promptText(messages: CallParams["prompt"]): string {
  return messages.map(({ role, content }) => `${role}: ${contentText(content)}`).join("\n\n");
}

/** Texts as they are; of anything else, a picture for instance, its JSON. */
function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return JSON.stringify(content);
  return content
    .map((part: { readonly type?: unknown; readonly text?: unknown }) =>
      part.type === "text" && typeof part.text === "string" ? part.text : JSON.stringify(part),
    )
    .join("\n");
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

/** The same stream; its text goes to the recording when it ends. */
function watched<Part extends { readonly type: string }>(
  stream: ReadableStream<Part>,
  call: RecordedCall,
): ReadableStream<Part> {
  const reader = stream.getReader();
  let answer = "";
  let finishReason: unknown;
  let failed = false;
  return new ReadableStream<Part>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          if (failed || finishReason === undefined) call.fail();
          else call.end(answer, finishReason);
          controller.close();
          return;
        }
        if (value.type === "text-delta" && "delta" in value) answer += String(value.delta);
        if (value.type === "finish" && "finishReason" in value) finishReason = value.finishReason;
        if (value.type === "error") failed = true;
        controller.enqueue(value);
      } catch (error) {
        call.fail();
        controller.error(error);
      }
    },
    cancel(reason) {
      call.fail();
      return reader.cancel(reason);
    },
  });
}
