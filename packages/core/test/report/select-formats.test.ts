import { describe, expect, it } from "vitest";
import { matrixFromRows } from "../../src/matrix/response-matrix.ts";
import { selectText, type SelectTarget } from "../../src/report/select-formats.ts";

/** Items by name, all of them chosen. */
function textFor(target: SelectTarget, items: readonly string[], benchmarks?: readonly string[]) {
  const matrix = matrixFromRows([items.map(() => 1)], { items, benchmarks });
  const chosen = items.map((item, index) => ({ item, benchmark: benchmarks?.[index] ?? "items" }));
  return selectText(target, { items: chosen, matrix });
}

describe("selectText", () => {
  it("gives lm-eval a task and its doc_ids in ascending order", () => {
    const { text, notes } = textFor("lm-eval", ["1", "0", "2", "0"], ["b", "b", "b", 'a"']);
    expect(JSON.parse(text)).toEqual({ b: [0, 1, 2], 'a"': [0] });
    expect(text).toBe('{"b": [0, 1, 2], "a\\"": [0]}\n');
    expect(notes).toEqual([]);
  });

  it("warns where whole numbers need not be doc_ids", () => {
    const { notes } = textFor("lm-eval", ["70", "12257"]);
    expect(notes.join()).toMatch(/items.*doc_ids/);
  });

  it.each(["q1", "-1", "1.5", "007", "a3f9", "9".repeat(16), ""])(
    "refuses %j for lm-eval, because it is no doc_id and none is known",
    (id) => {
      expect(() => textFor("lm-eval", [id])).toThrow(/no one doc_id/);
    },
  );

  it("takes the harness's own numbers where the logs say them, whatever the ids are", () => {
    const matrix = matrixFromRows([[1, 1]], { items: ["Mercury_7188", "70"] });
    const items = matrix.items.map((item) => ({ item, benchmark: matrix.benchmarks[0]! }));
    const docIdOf = ({ item }: { item: string }) => (item === "70" ? "3" : "12");
    const { text, notes } = selectText("lm-eval", { items, matrix, docIdOf });
    expect(Object.values(JSON.parse(text) as object)).toEqual([[3, 12]]);
    expect(notes).toEqual([]);
  });

  it("gives openai-evals a line per sample with its row", () => {
    const { text, notes } = textFor("openai-evals", ["mini.dev.252", "odd"]);
    expect(
      text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { eval: "items", sample_id: "mini.dev.252", row: 252 },
      { eval: "items", sample_id: "odd" },
    ]);
    expect(notes).toHaveLength(2);
  });

  it("writes tables that a spreadsheet does not execute, and ids that stay on their line", () => {
    expect(textFor("table", ["=1+1", "a,b"]).text).toBe(
      'benchmark,item\nitems,\'=1+1\nitems,"a,b"\n',
    );
    expect(textFor("ids", ["a\nb", "c"]).text).toBe('items\t"a\\nb"\nitems\tc\n');
  });
});
