import { afterEach, describe, expect, it, vi } from "vitest";
import { threadLimit } from "../../src/cli/threads.ts";
import { folderWith, longTable, run } from "./run.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("threads", () => {
  it("are those of EIP_THREADS", () => {
    expect(threadLimit({ EIP_THREADS: "1" })).toBe(1);
    expect(threadLimit({ EIP_THREADS: "64" })).toBe(64);
  });
  it("are else one for each that the machine runs at once, eight at most", () => {
    for (const environment of [{}, { EIP_THREADS: "" }]) {
      expect(threadLimit(environment)).toBeGreaterThanOrEqual(1);
      expect(threadLimit(environment)).toBeLessThanOrEqual(8);
    }
  });
  it("are a whole number from 1", () => {
    for (const text of ["0", "-1", "1.5", "two", " 2", "1e3"]) {
      expect(() => threadLimit({ EIP_THREADS: text })).toThrow(
        `EIP_THREADS: "${text}"; expected a whole number from 1`,
      );
    }
  });
  it("stop a command before it reads when they are no such number, and change no output", async () => {
    const file = folderWith({ "pool.csv": longTable(4, 60) })("pool.csv");
    const rank = ["rank", file, "-q", "--json"];
    const usual = await run(rank);
    vi.stubEnv("EIP_THREADS", "1");
    expect(await run(rank)).toEqual(usual);
    vi.stubEnv("EIP_THREADS", "many");
    expect(await run(rank)).toEqual({
      code: 3,
      stdout: "",
      stderr: `error[bad-option]: EIP_THREADS: "many"; expected a whole number from 1.\n`,
    });
  });
});
