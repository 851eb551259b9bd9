import { describe, expect, it } from "vitest";
import { dateInName, isNamedLikeSamples, samplesName, taskInName } from "../src/file-name.ts";

describe("dateInName", () => {
  it("finds the last date, however it is written, and drops what follows", () => {
    expect(dateInName("results_2024-06-01T12-34-56.789012.json")).toBe(
      "2024-06-01T12-34-56.789012",
    );
    expect(dateInName("results_2024-06-01T12-34-56.789012pr-200.json")).toBe(
      "2024-06-01T12-34-56.789012",
    );
    expect(dateInName("results_m:2025-07-21T1441-16_2025-07-21T14-41-47.json")).toBe(
      "2025-07-21T14-41-47",
    );
    expect(dateInName("samples_x_2025-08-19 11:53:38.json")).toBe("2025-08-19T11-53-38");
    expect(dateInName("results.json")).toBeUndefined();
  });
});

describe("samplesName and taskInName", () => {
  const task = (name: string, known: readonly string[] = []): unknown =>
    taskInName(samplesName(name), known);

  it("cut the task at the last date, whatever is in it", () => {
    const date = "2024-06-01T12-34-56.789012";
    for (const name of ["mmlu", "mmlu_pro", "a.b-c_1", "exact_match_x", "2024_maths"]) {
      expect(task(`dir/samples_${name}_${date}.jsonl`)).toEqual({ task: name });
    }
    expect(task("samples_drop_2024-06-01T12-34-56.jsonl.gz")).toEqual({ task: "drop" });
  });

  it("take the task of a write_out file from in front of the suffix", () => {
    expect(task("x/arc_challenge_write_out_info.json")).toEqual({ task: "arc_challenge" });
  });

  it("match the longest known task at the end of a name with model_args", () => {
    const known = ["mmlu", "pro_mmlu", "trivia.x"];
    expect(task("model__gpt-4_pro_mmlu.jsonl", known)).toEqual({
      task: "pro_mmlu",
      modelArgs: "model__gpt-4",
    });
    expect(task("_mmlu.jsonl", known)).toEqual({ task: "mmlu", modelArgs: "" });
  });

  it("end the model_args at the first single underscore behind the last value", () => {
    expect(task("pretrained=org__m_trivia_qa.no_context.jsonl")).toEqual({
      task: "trivia_qa.no_context",
      modelArgs: "pretrained=org__m",
    });
    expect(task("pretrained__org__m,trust_remote_code__True_gsm8k.jsonl")).toEqual({
      task: "gsm8k",
      modelArgs: "pretrained__org__m,trust_remote_code__True",
    });
    expect(task("_boolq-seq2seq.jsonl")).toEqual({ task: "boolq-seq2seq", modelArgs: "" });
    expect(task("winograndeLogs.json")).toEqual({ task: "winograndeLogs" });
  });

  it("find a known task in front of a renamed file, and keep the rest of the name", () => {
    expect(task("samples_pubmedqa_L1.jsonl", ["pubmedqa", "pub"])).toEqual({
      task: "pubmedqa",
      suffix: "L1",
    });
    expect(task("samples_pubmedqaL1.jsonl", ["pubmedqa"])).toEqual({ task: "pubmedqaL1" });
    expect(task("samples_pubmedqa.jsonl", ["pubmedqa"])).toEqual({ task: "pubmedqa" });
  });

  it("make something of any name", () => {
    for (const name of ["", ".jsonl", "samples_.jsonl", "_", "_write_out_info.json", "samples__"]) {
      expect(() => task(name)).not.toThrow();
      expect(typeof isNamedLikeSamples(name)).toBe("boolean");
    }
  });
});
