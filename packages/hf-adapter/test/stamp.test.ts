import { byCodeUnit } from "@eip-eval/core/io";
import { describe, expect, it } from "vitest";
import { shownStamp, stampIn } from "../src/stamp.ts";

describe("the stamp of a run", () => {
  it.each([
    ["2023-08-19T16:35:46.942696", "2023-08-19T16-35-46.942696"],
    ["2025-01-27T10-10-36.877664", "2025-01-27T10-10-36.877664"],
    ["2025_01_27T10_10_36.877664", "2025-01-27T10-10-36.877664"],
    ["2024-05-21T08-15-30", "2024-05-21T08-15-30"],
  ])("has one spelling for %s", (text, stamp) => {
    expect(stampIn(text)).toBe(stamp);
  });

  it.each(["latest", "", "2024-05-21", "2024-05-21T08-15", "2024-05-21T08-15-30.1234567"])(
    "is not seen in %j",
    (text) => {
      expect(stampIn(text)).toBeUndefined();
    },
  );

  it("sorts by time, with a fraction behind none", () => {
    const stamps = ["2023-08-19T16:35:46.9", "2023-08-19T16-35-46", "2023-08-19T16-35-45.99"];
    expect(stamps.map((stamp) => stampIn(stamp)!).toSorted(byCodeUnit)).toEqual([
      "2023-08-19T16-35-45.99",
      "2023-08-19T16-35-46",
      "2023-08-19T16-35-46.9",
    ]);
  });

  it("is shown to the minute", () => {
    expect(shownStamp("2025-01-27T10-10-36.877664")).toBe("2025-01-27 10:10");
  });
});
