import { describe, expect, it } from "vitest";
import { scaleOfChoices, scaleOfScores } from "../src/choice-maps.ts";
import { encodingOf, utf8Converter } from "../src/encoding.ts";
import { EventTable } from "../src/event-table.ts";
import { fingerprint, fingerprintText } from "../src/fingerprint.ts";
import { GradeColumn } from "../src/grade-column.ts";
import { LIST, OTHER, rawGrades, type RawGrade } from "../src/grades.ts";
import { exportFilter } from "../src/hosted-evals.ts";
import { canonicalText } from "@eip-eval/core/io";
import { contentText, promptPrint, questionText } from "../src/prompt.ts";
import { logRecord } from "../src/record.ts";
import { readRequest } from "../src/request.ts";
import { samplesInOrder } from "../src/sample-order.ts";
import { settleRepeats } from "../src/repeats.ts";
import { shownGrade } from "../src/shown-grade.ts";

describe("samplesInOrder", () => {
  it("orders row indices as numbers and names as texts", () => {
    const ids = ["x.dev.10", "x.dev.9", "x.dev", "a.dev.2", "x.dev.009", `y.${"9".repeat(40)}`];
    const ordered = [...samplesInOrder(ids)].map((at) => ids[at]);
    expect(ordered).toEqual([ids[3], ids[2], ids[4], ids[1], ids[0], ids[5]]);
  });

  it("of nothing is nothing", () => {
    expect(samplesInOrder([])).toHaveLength(0);
  });
});

describe("EventTable", () => {
  const place = { path: "a.jsonl", line: 1 };

  it("gives the rows of a sample in the order of their numbers, equal ones once", () => {
    const table = new EventTable();
    for (const order of [5, 2, 5]) {
      const sample = table.sample("s");
      table.addOutcome({ sample, order, type: "match", grades: [["correct", order === 5]], place });
    }
    const column = table.columns.get("match.correct")!;
    expect([...table.rowsOf(0)].map((row) => column.at(row))).toEqual([false, true]);
    expect(table.conflict()).toBeUndefined();
  });

  it("finds two outcomes under one number that differ", () => {
    const table = new EventTable();
    for (const correct of [true, false]) {
      const sample = table.sample("s");
      table.addOutcome({ sample, order: 1, type: "match", grades: [["correct", correct]], place });
    }
    expect(table.conflict()).toMatchObject({ sample: "s" });
  });

  it("keeps outcomes without a number apart", () => {
    const table = new EventTable();
    const sample = table.sample("s");
    for (const order of [Number.NaN, Number.NaN]) {
      table.addOutcome({ sample, order, type: "match", grades: [], place });
    }
    expect(table.rowsOf(sample)).toHaveLength(2);
  });
});

describe("GradeColumn", () => {
  it("has nothing where nothing was added", () => {
    const column = new GradeColumn();
    column.add(3, true);
    column.add(7, null);
    expect([2, 3, 5, 7, 9].map((row) => column.at(row))).toEqual([
      undefined,
      true,
      undefined,
      null,
      undefined,
    ]);
    expect([...column.kinds]).toEqual(["boolean", "null"]);
  });

  it("keeps the first hundred texts only", () => {
    const column = new GradeColumn();
    for (let row = 0; row < 200; row += 1) column.add(row, `text ${row}`);
    expect(column.labels).toHaveLength(100);
    expect([column.at(99), column.at(100)]).toEqual(["text 99", OTHER]);
  });
});

describe("rawGrades", () => {
  it("joins the keys of inner objects by dots and names what is no grade", () => {
    const data = { a: { b: { c: 1, d: { e: 2 } } }, list: [1], text: "x".repeat(61), label: "x" };
    expect([...rawGrades(data)]).toEqual([
      ["a.b.c", 1],
      ["a.b.d", OTHER],
      ["list", LIST],
      ["text", OTHER],
      ["label", "x"],
    ]);
    expect([...rawGrades("text")]).toEqual([]);
  });
});

describe("promptPrint", () => {
  const ask = (question: unknown, system?: string): unknown[] => [
    ...(system === undefined ? [] : [{ role: "system", content: system }]),
    { role: "user", content: question },
  ];

  it("knows a question again behind another system prompt", () => {
    const [bare, brief] = [promptPrint(ask("2+2?"))!, promptPrint(ask("2+2?", "be brief"))!];
    expect(brief.question).toBe(bare.question);
    expect(brief.prompt).not.toBe(bare.prompt);
    expect(promptPrint(ask("3+3?"))!.question).not.toBe(bare.question);
  });

  it("takes texts, raw prompts and lists without a user", () => {
    expect(promptPrint({ raw_prompt: "2+2?" })).toEqual(promptPrint("2+2?"));
    expect(promptPrint([{ content: "2+2?" }])!.question).toBe(promptPrint(ask("2+2?"))!.question);
    expect(promptPrint([])).toBeDefined();
    for (const none of [undefined, null, ""]) expect(promptPrint(none)).toBeUndefined();
  });

  it("the text of a question leaves images out", () => {
    const parts = [
      { type: "text", text: "What?" },
      { type: "image_url", image_url: {} },
    ];
    expect(questionText(ask(parts))).toBe("What?");
    expect(questionText([{ role: "user" }])).toBeUndefined();
    expect(contentText({ text: "What?" })).toBe("What?");
  });
});

describe("logRecord", () => {
  it("reads the final report of an HTTP recorder", () => {
    const event = {
      run_id: "r",
      event_id: 240,
      sample_id: null,
      type: "final_report",
      data: { a: 1 },
    };
    expect(logRecord(event)).toEqual({ kind: "report", runId: "r", report: { a: 1 }, events: 240 });
  });

  it.each([
    null,
    1,
    [],
    {},
    { run_id: "r", type: "match" },
    { run_id: "r", type: "match", data: {} },
  ])("%j is none", (value) => {
    expect(logRecord(value)).toBeUndefined();
  });
});

describe("readRequest", () => {
  it("takes words in any order, and none for none", () => {
    expect(readRequest("score,valid, mean")).toMatchObject({
      metric: "score",
      validOnly: true,
      repeats: "mean",
      filter: "valid,mean",
    });
    expect(readRequest("score,none")).toMatchObject({ metric: "score", filter: "none" });
    expect(readRequest(",first")).toMatchObject({ metric: undefined, repeats: "first" });
  });

  it("round-trips through the filter of a summary", () => {
    const { filter } = readRequest("x,0,item=task_id");
    expect(readRequest(`x,${filter}`)).toMatchObject({ repeats: 0, itemBy: { key: "task_id" } });
  });
});

describe("settleRepeats", () => {
  it.each(["last", "first", "mean", "max", "trials", "error", 0] as const)(
    "no outcome is ungraded under %s",
    (repeats) => {
      expect(settleRepeats([], repeats)).toEqual([null]);
    },
  );

  it("takes the mean and the best of what is graded", () => {
    expect(settleRepeats([1, null, 0], "mean")).toEqual([0.5]);
    expect(settleRepeats([0, null, 1], "max")).toEqual([1]);
    expect(settleRepeats([null, null], "max")).toEqual([null]);
    expect(settleRepeats([1, 0], 5)).toEqual([null]);
  });
});

describe("small pieces", () => {
  it("encodings are known by their marks and by their NUL bytes", () => {
    expect(encodingOf(Buffer.from("[1]", "utf16le").swap16())).toBe("utf-16be");
    expect(encodingOf(Buffer.alloc(0))).toBe("utf-8");
    const toUtf8 = utf8Converter("utf-16le");
    const bytes = Buffer.from("\uFEFFäb", "utf16le");
    const pieces = [bytes.subarray(0, 3), bytes.subarray(3)].map((piece) =>
      toUtf8(piece).toString(),
    );
    expect(pieces.join("")).toBe("äb");
  });

  it("fingerprints have 13 digits, and none stands for none", () => {
    expect(fingerprintText(fingerprint("abc"))).toBe("ba7816bf8f01c");
    expect(fingerprintText(Number.NaN)).toBeUndefined();
    expect(fingerprintText(1)).toBe("0000000000001");
  });

  it("equal values have equal texts", () => {
    expect(canonicalText({ b: [1, null], a: undefined })).toBe('{"a":null,"b":[1,null]}');
  });

  it("choices have the scale of their spec", () => {
    expect(scaleOfChoices("fact")).toBeUndefined();
    expect(scaleOfChoices(undefined)).toBeUndefined();
    expect(scaleOfScores("closedqa")).toBe("unit");
    expect(scaleOfScores("humor_jp")).toEqual({ min: 1, max: 5 });
  });

  it("grades are shown short", () => {
    const grades: RawGrade[] = [LIST, OTHER, 1.2, null, "x".repeat(50)];
    expect(grades.map(shownGrade)).toEqual([
      "a list",
      "a long text",
      "1.2",
      "null",
      `"${"x".repeat(23)}…"`,
    ]);
  });

  it("the name of an export says how it was filtered", () => {
    expect(exportFilter("a/eval_items_OutputDataItemStatusParam.FAIL_x.jsonl")).toBe("FAIL");
    expect(exportFilter("eval_items_OutputDataItemStatusParam.ALL_x.jsonl")).toBeUndefined();
    expect(exportFilter("renamed.jsonl")).toBeUndefined();
  });
});
