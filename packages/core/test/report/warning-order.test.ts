import { describe, expect, it } from "vitest";
import { worstFirst } from "../../src/report/warning-order.ts";
import type { ReportWarning } from "../../src/report/report.ts";

const warning = (code: ReportWarning["code"], message = ""): ReportWarning => ({
  severity: "warning",
  code,
  message,
});
const note = (code: ReportWarning["code"]): ReportWarning => ({
  severity: "note",
  code,
  message: "",
});

describe("worstFirst", () => {
  it("puts what makes the order worthless before what colours it", () => {
    const given = [
      warning("near-perfect"),
      warning("duplicate-models"),
      warning("single-item"),
      warning("disconnected"),
      warning("no-informative-items"),
    ];
    expect(worstFirst(given).map(({ code }) => code)).toEqual([
      "no-informative-items",
      "disconnected",
      "single-item",
      "duplicate-models",
      "near-perfect",
    ]);
  });

  it("puts every warning before every note", () => {
    const found = worstFirst([note("metric-mismatch"), warning("mapping"), note("small-pool")]);
    expect(found.map(({ severity }) => severity)).toEqual(["warning", "note", "note"]);
  });

  it("keeps the order of equals, and leaves what it is given as it was", () => {
    const given = [warning("rerun", "b"), warning("single-item"), warning("rerun", "a")];
    expect(worstFirst(given).map(({ message }) => message)).toEqual(["", "b", "a"]);
    expect(given[0]!.message).toBe("b");
  });
});
