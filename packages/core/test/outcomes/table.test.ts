import { describe, expect, it } from "vitest";
import { checkColumns, columnsFromHeader, hasKnownColumn } from "../../src/outcomes/columns.ts";
import { idFromValue } from "../../src/outcomes/id.ts";
import { cellsFromRow, detailsFromRow } from "../../src/outcomes/table.ts";
import {
  layoutFromHeader,
  mappingText,
  type TableOptions,
} from "../../src/outcomes/table-layout.ts";

function columns(header: string, given?: Record<string, string>): Record<string, number> {
  return Object.fromEntries(columnsFromHeader(header.split(","), "x.csv", { columns: given }));
}

function cells(header: string, row: readonly unknown[], options?: TableOptions): unknown[][] {
  const layout = layoutFromHeader(header.split(","), "x.csv", options);
  return [...cellsFromRow(layout, row)].map(({ model, item, benchmark, grade }) => [
    model,
    item,
    benchmark,
    grade,
  ]);
}

describe("columnsFromHeader", () => {
  it("knows the names that other programs use, whatever their case", () => {
    expect(columns("subject_id,item,response,trial")).toEqual({
      model: 0,
      item: 1,
      score: 2,
      trial: 3,
    });
    expect(columns("Model,Example ID,PASS1")).toEqual({ model: 0, item: 1, score: 2 });
    expect(columns("model_id,sample_id,is_correct,evaluation_name")).toEqual({
      model: 0,
      item: 1,
      score: 2,
      benchmark: 3,
    });
    expect(columns("template,input,score,subset,sample_idx")).toEqual({
      model: 0,
      item: 1,
      score: 2,
      benchmark: 3,
      trial: 4,
    });
  });

  it("takes id for the model only beside item and resp", () => {
    expect(columns("id,item,resp")).toEqual({ model: 0, item: 1, score: 2 });
    expect(columns("id,item,score")).toEqual({ item: 1, score: 2 });
  });

  it("takes correct for a score, but not beside count", () => {
    expect(columns("model,item,correct")).toEqual({ model: 0, item: 1, score: 2 });
    expect(columns("model,item,correct,count,score")).toEqual({ model: 0, item: 1, score: 4 });
    expect(() => columns("model,item,correct,count")).toThrow(
      expect.objectContaining({ code: "not-an-item-score", try: "--columns score=NAME" }),
    );
  });

  it("does not take a condition for a repetition", () => {
    expect(columns("model,item,score,test_condition")).not.toHaveProperty("trial");
  });

  it("refuses two columns for one role, and says how to decide", () => {
    expect(() => columns("model,item,score,resp")).toThrow(
      expect.objectContaining({
        code: "two-columns",
        message: 'x.csv: "score" and "resp" both look like the score.',
        try: "--columns score=resp",
      }),
    );
  });

  it("refuses two columns of one name", () => {
    expect(() => columns("model,item,score,score")).toThrow(
      expect.objectContaining({ code: "two-columns", found: 'two columns are called "score"' }),
    );
  });

  it("lets the user decide, and a column have one role", () => {
    expect(columns("model,item,score,resp", { score: "resp" })).toEqual({
      model: 0,
      item: 1,
      score: 3,
    });
    expect(columns("llm,q,Points", { model: "llm", item: "q", score: "points" })).toEqual({
      model: 0,
      item: 1,
      score: 2,
    });
    expect(columns("model,input,item,score", { benchmark: "input" })).toEqual({
      benchmark: 1,
      model: 0,
      item: 2,
      score: 3,
    });
  });

  it("falls back to the usual names in a file without the column", () => {
    expect(columns("model,item,score", { score: "resp" })).toEqual({ model: 0, item: 1, score: 2 });
  });

  it("refuses a role that does not exist", () => {
    expect(() => checkColumns({ scor: "resp" })).toThrow(
      expect.objectContaining({ code: "bad-option", where: "--columns" }),
    );
    expect(() => checkColumns({ score: "resp" })).not.toThrow();
  });

  it("sees whether a header names anything", () => {
    expect(hasKnownColumn(["x", "Item"])).toBe(true);
    expect(hasKnownColumn(["x", "y", "subset"])).toBe(false);
  });
});

describe("layoutFromHeader", () => {
  it("is long with item and score, wide otherwise", () => {
    expect(cells("model,item,score", ["m", "q", "1"])).toEqual([["m", "q", undefined, "1"]]);
    expect(cells("model,q1,q2", ["m", "1", "0"])).toEqual([
      ["m", "q1", undefined, "1"],
      ["m", "q2", undefined, "0"],
    ]);
    expect(cells("item,a,b", ["q", "1", "0"])).toEqual([
      ["a", "q", undefined, "1"],
      ["b", "q", undefined, "0"],
    ]);
  });

  it("has no cell where a wide one is empty, and an ungraded one where a long one is", () => {
    expect(cells("model,q1,q2,q3", ["m", "", null, 0])).toEqual([["m", "q3", undefined, 0]]);
    expect(cells("model,item,score", ["m", "q", ""])).toEqual([["m", "q", undefined, ""]]);
  });

  it("keeps benchmark and covariates of a wide table apart from its cells", () => {
    expect(cells("item,subset,cov_length,a", ["q", "s", "9", "1"])).toEqual([["a", "q", "s", "1"]]);
  });

  it("does not part a wide table by names that only long ones have", () => {
    expect(cells("model,run,answer", ["m", "1", "0"])).toHaveLength(2);
  });

  it("takes an index without a name in front for nothing", () => {
    expect(cells(",model,q1", ["0", "m", "1"])).toEqual([["m", "q1", undefined, "1"]]);
    expect(cells(",model,item,score", ["0", "m", "q", "1"])).toEqual([["m", "q", undefined, "1"]]);
  });

  it("asks which way when the first header says neither, and takes the answer", () => {
    expect(() => cells("name,q1", [])).toThrow(
      expect.objectContaining({
        code: "which-way",
        message: 'x.csv: first header "name" is neither models nor items.',
        try: "--rows model",
      }),
    );
    expect(cells("name,q1", ["m", "1"], { rows: "model" })).toEqual([["m", "q1", undefined, "1"]]);
    expect(cells("name,a", ["q", "1"], { rows: "item" })).toEqual([["a", "q", undefined, "1"]]);
    expect(cells(",a", ["q", "1"], { rows: "item" })).toEqual([["a", "q", undefined, "1"]]);
  });

  it("does not take totals apart", () => {
    expect(() => cells("model,score", [])).toThrow(
      expect.objectContaining({ code: "no-item-logs" }),
    );
  });

  it("refuses a table without a score, and a column without a name", () => {
    expect(() => cells("model,item,points", [])).toThrow(
      expect.objectContaining({ code: "no-outcomes", try: "--columns score=NAME" }),
    );
    expect(() => cells("model", [])).toThrow(expect.objectContaining({ code: "no-outcomes" }));
    expect(() => cells("model,q1,", [])).toThrow(
      expect.objectContaining({ code: "damaged", found: "column 3 has no name" }),
    );
  });

  it("says which column was taken for what", () => {
    const text = (header: string): string =>
      mappingText(layoutFromHeader(header.split(","), "x"), header.split(","));
    expect(text("subject_id,resp,item")).toBe("model = subject_id, item = item, score = resp");
    expect(text("model,q1,q2")).toBe("model = model, and each of 2 columns is one item");
  });
});

describe("detailsFromRow", () => {
  function details(header: string, row: readonly unknown[], options: TableOptions = {}): unknown {
    const layout = layoutFromHeader(header.split(","), "x.csv", options);
    return detailsFromRow(layout, row, { text: false, where: "x.csv:2" });
  }

  it("carries covariates through, and other columns only when told to", () => {
    const header = "model,item,score,cov_age,itemcov_len,test_condition,passage";
    const row = ["m", "q", "1", "3", "", "hot", "p1"];
    expect(details(header, row)).toEqual({ metadata: { cov_age: "3", test_condition: "hot" } });
    expect(details(header, row, { carry: ["passage"] })).toEqual({
      metadata: { cov_age: "3", test_condition: "hot", passage: "p1" },
    });
  });

  it("keeps a covariate of any name a plain entry", () => {
    const header = "model,item,score,__proto__";
    const read = details(header, ["m", "q", "1", "x"], { carry: ["__proto__"] });
    expect(Object.entries((read as { metadata: object }).metadata)).toEqual([["__proto__", "x"]]);
  });

  it("reads the trial as a whole number, and refuses anything else", () => {
    expect(details("model,item,score,epoch", ["m", "q", "1", "2.0"])).toEqual({ trial: 2 });
    expect(details("model,item,score,epoch", ["m", "q", "1", ""])).toEqual({});
    for (const trial of ["first", "-1", "1.5", [], "1e99"]) {
      expect(() => details("model,item,score,epoch", ["m", "q", "1", trial])).toThrow(
        expect.objectContaining({ code: "unsupported", where: "x.csv:2" }),
      );
    }
  });

  it("gives texts only when asked for", () => {
    const header = ["model", "item", "score", "text", "key", "answer", "metric"];
    const layout = layoutFromHeader(header, "x");
    const row = ["m", "q", 1, "Why?", ["a", "b"], "c", "acc"];
    expect(detailsFromRow(layout, row, { text: false, where: "" })).toEqual({ metric: "acc" });
    expect(detailsFromRow(layout, row, { text: true, where: "" })).toEqual({
      metric: "acc",
      text: "Why?",
      key: "a\nb",
      answer: "c",
    });
    const blank = row.with(5, "");
    expect(detailsFromRow(layout, blank, { text: true, where: "" })).not.toHaveProperty("answer");
    expect(detailsFromRow(layout, blank, { text: "whole", where: "" }).answer).toBe("");
  });
});

describe("idFromValue", () => {
  it("keeps texts as they are and writes numbers out", () => {
    expect(idFromValue(" q1 ")).toBe(" q1 ");
    expect(idFromValue(17n)).toBe("17");
    expect(idFromValue(0)).toBe("0");
    expect(idFromValue(false)).toBe("false");
  });

  it.each([undefined, null, "", " \t", {}, ["q1"]])("makes no id of %o", (value) => {
    expect(idFromValue(value)).toBeUndefined();
  });
});
