import { describe, expect, it } from "vitest";
import { modelArgsFrom, modelInFileName } from "../src/model-args.ts";
import { systemOf } from "../src/system.ts";

describe("modelArgsFrom", () => {
  it("reads the text of a command line and the object of the Python API", () => {
    const text = modelArgsFrom("pretrained=org/base,dtype=auto,empty=,odd");
    expect(text).toMatchObject({
      text: "pretrained=org/base,dtype=auto,empty=,odd",
      naming: "pretrained",
    });
    expect([...text.given]).toEqual([
      ["pretrained", "org/base"],
      ["dtype", "auto"],
      ["empty", ""],
    ]);
    const object = modelArgsFrom({ pretrained: "org/base", stop: ["a", "b"], n: 3 });
    expect(object.text).toBe('pretrained=org/base,stop=["a","b"],n=3');
    expect(object.given.get("stop")).toBe('["a","b"]');
  });

  it("takes the adapter before the model under it", () => {
    expect(modelArgsFrom("pretrained=a,peft=b").naming).toBe("peft");
    expect(modelArgsFrom("").naming).toBeUndefined();
    expect(modelArgsFrom(null)).toMatchObject({ text: "", naming: undefined });
  });
});

describe("modelInFileName", () => {
  it("takes the first argument that names a model, with its slashes back", () => {
    expect(modelInFileName("pretrained=EleutherAI__pythia-2.8b")).toBe("EleutherAI/pythia-2.8b");
    expect(modelInFileName("dtype__auto,pretrained__a__b,peft__c__d")).toBe("c/d");
    expect(modelInFileName("model__gpt-4")).toBe("gpt-4");
    expect(modelInFileName("")).toBeUndefined();
  });
});

describe("systemOf", () => {
  it("leaves out the name, where it ran, and everything secret", () => {
    const args = modelArgsFrom({
      model: "m",
      base_url: "http://user:pass@host",
      api_key: "sk-1",
      headers: { Authorization: "Bearer abc", "X-Key": "k=v" },
      batch_size: 8,
      dtype: "auto",
    });
    expect([...systemOf(new Map(), args)]).toEqual([["dtype", "auto"]]);
  });
});
