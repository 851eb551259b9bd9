import { describe, expect, it } from "vitest";
import { durationText, sizeText } from "../src/amounts.ts";
import { transferMeter } from "../src/transfer-meter.ts";

describe("amounts", () => {
  it.each([
    [0, "0 bytes"],
    [1, "1 byte"],
    [999, "999 bytes"],
    [1000, "1.0 kB"],
    [999_499, "999 kB"],
    [999_500, "1.0 MB"],
    [16_400_000_000, "16.4 GB"],
    [2_500_000_000_000_000, "2500 TB"],
  ])("%d bytes are %s", (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });

  it.each([
    [0.44, "0.4 s"],
    [59.6, "1 min"],
    [221, "3 min 41 s"],
    [3600, "1 h"],
    [7325, "2 h 2 min"],
  ])("%d seconds are %s", (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });

  it("a rate counts the last ten seconds", () => {
    let now = 0;
    const meter = transferMeter(() => now);
    expect(meter.rate()).toBe(0);
    for (now = 0; now < 2000; now += 50) meter.add(100);
    expect(meter.rate()).toBeCloseTo(2000, 6);
    now = 60_000;
    expect(meter.rate()).toBe(0);
  });
});
