import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { readQuestions } from "../../src/io/question-file.ts";

const folder = mkdtempSync(join(tmpdir(), "questions-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const lines = (...objects: readonly object[]) =>
  objects.map((object) => `${JSON.stringify(object)}\n`).join("");

it("reads JSON lines under the usual names, packed or not", async () => {
  const text = lines({ id: 7, question: "6 * 7?", answer: "42" }, { id: 8, question: "1 + 1?" });
  const expected = [
    { benchmark: undefined, item: "7", text: "6 * 7?", key: "42" },
    { benchmark: undefined, item: "8", text: "1 + 1?", key: undefined },
  ];
  expect(await readQuestions(file("a.jsonl", text))).toEqual(expected);
  expect(await readQuestions(file("a.jsonl.gz", gzipSync(text)))).toEqual(expected);
});

it("reads CSV, with line breaks in questions", async () => {
  const path = file("q.csv", 'benchmark,item,text,key\nmath,1,"6 * 7?\nThink.",42\n');
  expect(await readQuestions(path)).toEqual([
    { benchmark: "math", item: "1", text: "6 * 7?\nThink.", key: "42" },
  ]);
});

it("puts choices below the question, and takes the letter or the text of one as the reference", async () => {
  const path = file(
    "choices.jsonl",
    lines(
      { item: "1", text: "Capital?", choices: ["Rome", "Paris"], key: "Paris" },
      { item: "2", text: "Capital?", choices: ["Rome", "Paris"], key: "B" },
      {
        item: "3",
        text: "Capital?",
        choices: { text: ["Rome", "Paris"], label: ["1", "2"] },
        key: "2",
      },
      { item: "4", text: "Sum?", choices: [3, 4], key: "4" },
    ),
  );
  const text = "Capital?\nA. Rome\nB. Paris";
  expect(await readQuestions(path)).toMatchObject([
    { text, key: "B\nParis" },
    { text, key: "B\nParis" },
    { text: "Capital?\n1. Rome\n2. Paris", key: "2\nParis" },
    { text: "Sum?\nA. 3\nB. 4", key: "B\n4" },
  ]);
  const csv = file(
    "choices.csv",
    `item,text,choices,key\n1,Capital?,"[""Rome"",""Paris""]",Rome\n`,
  );
  expect(await readQuestions(csv)).toMatchObject([{ text, key: "A\nRome" }]);
});

it.each([
  ["an index", { choices: ["4", "2"], key: 0 }, /none of the choices; expected the letter of one/],
  ["another text", { choices: ["Rome", "Paris"], key: "Berlin" }, /none of the choices/],
  [
    "too many",
    { choices: Array.from({ length: 27 }, (_, at) => `c${at}`), key: "A" },
    /another form/,
  ],
  ["no list", { choices: "Rome or Paris", key: "A" }, /choices in another form/],
  ["labels for some", { choices: { text: ["a", "b"], label: ["A"] }, key: "A" }, /another form/],
  ["an object as reference", { key: { a: 1 } }, /a reference that is no text/],
  ["a list with more than texts", { key: [{ a: 1 }, null] }, /a reference that is no text/],
])("refuses choices and references that it would have to guess: %s", async (name, row, message) => {
  const path = file(`odd ${name}.jsonl`, lines({ item: "1", text: "?", ...row }));
  await expect(readQuestions(path)).rejects.toThrow(message);
});

it("takes a list of references as several right answers", async () => {
  const path = file("ideal.jsonl", lines({ item: "1", input: "?", ideal: ["color", "colour"] }));
  expect(await readQuestions(path)).toMatchObject([{ key: "color\ncolour" }]);
});

it.each([
  ["no question", "a,b\n1,2\n", /columns a, b; expected one of item.* and one of text/],
  ["two questions", "item,text,question\n1,a,b\n", /"text" and "question" both say the text/],
  ["an empty question", "item,text\n1,\n", /:2: nothing under the question/],
  ["an empty id", "item,text\n,why\n", /:2: nothing under the item's id/],
  ["an array", '[{"item": 1}]', /a JSON array; expected JSON lines, one object a line/],
  ["a line that is no object", '{"item":1,"text":"?"}\nhm\n', /:2: not a JSON object/],
])("refuses %s", async (name, content, message) => {
  await expect(readQuestions(file(`${name}.txt`, content))).rejects.toThrow(message);
});

it("says that a file is not there", async () => {
  await expect(readQuestions(join(folder, "absent"))).rejects.toMatchObject({ code: "not-found" });
});
