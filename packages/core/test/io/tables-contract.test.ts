import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, it } from "vitest";
import { tables } from "../../src/io/tables.ts";
import { adapterContract } from "../../src/testing/adapter-contract.ts";

const folder = mkdtempSync(join(tmpdir(), "eip-contract-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = {
  "long.csv":
    "model,benchmark,item,score,trial\na,x,1,1,0\na,x,1,0,1\na,x,2,,\nb,x,1,0.5,0\nb,y,1,1,0\n",
  "wide.csv": "model,w1,w2\nc,1,0\nd,,1\n",
  "rows.jsonl": '{"model":"e","item":"1","score":true}\n{"model":"e","item":"2","score":null}\n',
};
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

describe("the reader of tables keeps the contract of adapters", () => {
  const paths = Object.keys(files).map((name) => join(folder, name));
  for (const { title, run } of adapterContract(tables, paths)) it(title, run);
});
