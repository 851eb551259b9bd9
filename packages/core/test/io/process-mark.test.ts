import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { processMark, processOf } from "../../src/io/process-mark.ts";

describe("the mark of a process", () => {
  const mark = processMark();
  const [machine, , random] = mark.split("-");

  it("is never made twice", () => {
    expect(new Set(Array.from({ length: 1000 }, () => processMark())).size).toBe(1000);
  });

  it("tells what became of its process", () => {
    const gone = spawnSync(process.execPath, ["-e", ""]).pid;
    expect(processOf(mark)).toBe("this");
    expect(processOf(`${machine}-${process.ppid}-${random}`)).toBe("running");
    expect(processOf(`${machine}-${gone}-${random}`)).toBe("gone");
    expect(processOf(`00000000-${process.pid}-${random}`)).toBe("unknown");
  });

  it.each(["", "mine", `${machine}-${process.pid}`, `${machine}-0-${random}`, `${mark}-1`])(
    "is not %j",
    (text) => {
      expect(processOf(text)).toBeUndefined();
    },
  );
});
