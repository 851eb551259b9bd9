import { describe, expect, it } from "vitest";
import { coloursFor } from "../../src/cli/colours.ts";

const stream = (isTTY: boolean) => ({ write: () => true, isTTY });
const red = async (isTTY: boolean, environment: Record<string, string>) =>
  (await coloursFor(stream(isTTY), environment)).error("x");

describe("colours", () => {
  it("are for terminals", async () => {
    expect(await red(true, {})).toBe("\u001B[31mx\u001B[39m");
    expect(await red(false, {})).toBe("x");
  });

  it("give way to NO_COLOR, unless it is empty", async () => {
    expect(await red(true, { NO_COLOR: "1" })).toBe("x");
    expect(await red(true, { NO_COLOR: "" })).toContain("\u001B");
  });

  it("come with FORCE_COLOR, and NO_COLOR still wins", async () => {
    expect(await red(false, { FORCE_COLOR: "1" })).toContain("\u001B");
    expect(await red(false, { FORCE_COLOR: "1", NO_COLOR: "1" })).toBe("x");
  });
});
