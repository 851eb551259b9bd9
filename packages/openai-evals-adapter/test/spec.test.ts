import { describe, expect, it } from "vitest";
import { readSpec, type RunSpec } from "../src/spec.ts";
import { oldSpec, spec } from "./support/logs.ts";

type Parts = Parameters<typeof spec>[0];

const GRADED = "modelgraded.classify:ModelBasedClassify";
const read = (parts: Parts = {}): RunSpec => readSpec(spec(parts)["spec"] as never);
const readOld = (parts: Parts = {}): RunSpec => readSpec(oldSpec(parts)["spec"] as never);

describe("readSpec", () => {
  it("takes the model from completion_fns and from the names of March 2023", () => {
    expect(read({ model: "zhishu/gpt-4-cot" }).model).toBe("zhishu/gpt-4-cot");
    expect(readOld({ model: "gpt-4" }).model).toBe("gpt-4");
    expect(readSpec({ model_name: "gpt-4" }).model).toBe("gpt-4");
  });

  it("tells the layouts apart by their keys, not by date", () => {
    expect(readOld({ cls: GRADED, createdAt: "2023-06-01 00:00:00" }).grader).toBe("gpt-3.5-turbo");
  });

  it("keeps the whole eval name, also one of two parts", () => {
    expect(read({ benchmark: "self_prompting.full" }).benchmark).toBe("self_prompting.full");
    expect(readSpec({ base_eval: "coins", split: "dev" }).benchmark).toBe("coins.dev");
  });

  it("never takes the grader for the model", () => {
    const graded = { cls: GRADED, completionFns: ["wren-1b", "judge"] };
    expect(read(graded)).toMatchObject({ model: "wren-1b", grader: "judge", tested: 1 });
    expect(read({ cls: GRADED })).toMatchObject({ grader: "kestrel-8b", tested: 1 });
    expect(read({ ...graded, cls: "make_me_say.eval:MakeMeSay" }).grader).toBeUndefined();
  });

  it("counts the last of the completion functions as the grader since 2023-04-24", () => {
    const two = { cls: GRADED, completionFns: ["wren-1b", "wren-3b"] };
    expect(read({ ...two, createdAt: "2023-04-23 10:00:00" })).toMatchObject({
      grader: "gpt-3.5-turbo",
      tested: 2,
    });
    expect(read({ ...two, createdAt: "2023-04-24 10:00:00" })).toMatchObject({ tested: 1 });
    const args = { eval_completion_fn: "judge" };
    expect(readOld({ cls: GRADED, args }).grader).toBe("judge");
    expect(readOld({ cls: GRADED, args: { eval_model: "judge" } }).grader).toBe("judge");
  });

  it("reads the time as UTC, which the spec does not say", () => {
    expect(read({ createdAt: "2023-04-18 15:53:54.993880" }).date).toBe("2023-04-18T15:53:54Z");
    expect(read({ createdAt: "tomorrow" }).date).toBeUndefined();
  });

  it("knows the same system again, whatever the limit, the seed and the path", () => {
    const first = read({ command: "oaieval kestrel-8b coins --record_path a.jsonl" });
    const second = read({
      seed: 2,
      maxSamples: 5,
      runId: "x",
      command: "oaieval kestrel-8b coins",
    });
    expect(second.system).toBe(first.system);
  });

  it.each([
    ["other completion arguments", { command: "oaieval a b --completion_args 'temperature=1'" }],
    ["other arguments of the eval", { args: { samples_jsonl: "other.jsonl" } }],
    [
      "extra parameters, which old logs have in the command only",
      { command: "x --extra_eval_params n=2" },
    ],
    ["another grader", { completionFns: ["kestrel-8b", "judge"] }],
  ])("tells systems apart by %s", (_, parts) => {
    expect(read(parts).system).not.toBe(read().system);
  });

  it("keeps nothing of the command and of the model specs", () => {
    const secret = "sk-do-not-show";
    const kept = [
      read({ command: `oaieval a b --completion_args api_key=${secret}`, args: { key: secret } }),
      readOld({ command: `OPENAI_API_KEY=${secret} oaieval` }),
    ];
    for (const one of kept) {
      expect(JSON.stringify({ ...one, args: [...one.args] })).not.toMatch(/sk-|api_key/);
    }
  });

  it("makes the best of a spec with nothing in it", () => {
    expect(readSpec({})).toMatchObject({ model: undefined, benchmark: undefined, tested: 1 });
    expect(readSpec({ completion_fns: 3, run_config: [], eval_name: {} }).model).toBe(undefined);
  });
});
