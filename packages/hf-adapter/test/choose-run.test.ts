import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseRun, type TaskRun } from "../src/choose-run.ts";

const run = (stamp: string, parts: Partial<TaskRun> = {}): TaskRun => ({
  stamp,
  size: 1000,
  ...parts,
});
const [older, newer] = ["2024-07-18T23-44-05", "2024-09-03T04-05-06"] as const;

describe("of several runs of a task", () => {
  it("the newest counts when both are complete", () => {
    const runs = [run(older, { rows: 40, expected: 40 }), run(newer, { rows: 40, expected: 40 })];
    expect(chooseRun(runs)).toEqual({
      used: runs[1],
      isPartial: false,
      passedOver: [{ run: runs[0], reason: "the run of 2024-09-03 04:05 is newer" }],
    });
  });

  it("an older complete one counts before a newer part", () => {
    const runs = [
      run(newer, { rows: 100, expected: 250 }),
      run(older, { rows: 250, expected: 250 }),
    ];
    expect(chooseRun(runs)).toEqual({
      used: runs[1],
      isPartial: false,
      passedOver: [{ run: runs[0], reason: "partial: 100 of 250 items" }],
    });
  });

  it("the one with most items counts when none is complete, the newest of equal ones", () => {
    const parts = { expected: 250 };
    const runs = [run(newer, { rows: 10, ...parts }), run(older, { rows: 100, ...parts })];
    expect(chooseRun(runs)).toMatchObject({ used: runs[1], isPartial: true });
    const equal = [run(older, { rows: 100, ...parts }), run(newer, { rows: 100, ...parts })];
    expect(chooseRun(equal)).toMatchObject({ used: equal[1], isPartial: true });
  });

  it("as many items as any run has are complete where no results file says more", () => {
    const runs = [run(newer, { rows: 10 }), run(older, { rows: 40 })];
    expect(chooseRun(runs)).toMatchObject({ used: runs[1], isPartial: false });
    expect(chooseRun(runs).passedOver[0]!.reason).toBe("partial: 10 of 40 items");
  });

  it("the size speaks where the number of items is not known", () => {
    const runs = [run(newer, { size: 12_000 }), run(older, { size: 380_000 })];
    expect(chooseRun(runs)).toEqual({
      used: runs[1],
      isPartial: false,
      passedOver: [
        { run: runs[0], reason: "probably partial: 12 kB, where another run has 380 kB" },
      ],
    });
    const alike = [run(older, { size: 400_000 }), run(newer, { size: 380_000 })];
    expect(chooseRun(alike).used).toBe(alike[1]);
  });

  it("a run without a stamp is the oldest, and the same run may be there twice", () => {
    const runs = [{ size: 1000 }, run(older)];
    expect(chooseRun(runs).used).toBe(runs[1]);
    expect(chooseRun([run(older), run(older)]).passedOver[0]!.reason).toBe("the same run again");
  });

  it("the only one counts, whole or not", () => {
    expect(chooseRun([run(older, { size: 0 })])).toMatchObject({
      isPartial: false,
      passedOver: [],
    });
    expect(chooseRun([run(older, { rows: 10, expected: 40 })])).toMatchObject({ isPartial: true });
  });

  it("the order they are given in changes nothing", () => {
    const anyRun = fc.record(
      {
        stamp: fc.constantFrom(
          "2024-01-01T00-00-00",
          "2024-01-02T00-00-00",
          "2024-01-03T00-00-00",
          "2024-01-04T00-00-00",
        ),
        size: fc.nat(5000),
        rows: fc.nat(50),
        expected: fc.constantFrom(40, 50),
      },
      { requiredKeys: ["stamp", "size"] },
    );
    const runs = fc.uniqueArray(anyRun, {
      minLength: 1,
      maxLength: 4,
      selector: ({ stamp }) => stamp,
    });
    fc.assert(
      fc.property(runs, (given) => {
        const [one, other] = [chooseRun(given), chooseRun(given.toReversed())];
        expect(other).toEqual(one);
        expect(one.passedOver).toHaveLength(given.length - 1);
      }),
      { seed: 20261130 },
    );
  });
});
