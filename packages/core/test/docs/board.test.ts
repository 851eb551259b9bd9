import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { expectSound, modelsOf } from "../plot/drawn.ts";

const root = resolve(import.meta.dirname, "../../../..");

describe("docs/board.svg", () => {
  const kept = readFileSync(join(root, "docs/board.svg"), "utf8");

  it("is what scripts/draw-board.mjs draws from the sample logs", () => {
    const script = join(root, "scripts/draw-board.mjs");
    expect(execFileSync(process.execPath, [script, "--print"], { encoding: "utf8" })).toBe(kept);
  });

  it("shows the twelve sample models, and is in README.md", () => {
    expect(modelsOf(expectSound(kept.trim()))).toHaveLength(12);
    expect(readFileSync(join(root, "README.md"), "utf8")).toContain("](docs/board.svg)");
  });
});
