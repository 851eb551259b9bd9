import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { runProgram, type Program } from "../../src/cli/program.ts";
import type { OutputStream } from "../../src/cli/streams.ts";

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly program?: Partial<Program>;
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly signal?: AbortSignal;
  /** Called with everything as it is written. */
  readonly onWrite?: (name: "stdout" | "stderr", text: string) => void;
}

/** Runs `eip` in this process and takes down what it writes. */
export async function run(argv: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const written = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof written): OutputStream => ({
    write(text, done) {
      written[name] += text;
      options.onWrite?.(name, text);
      done();
      return true;
    },
    isTTY: options.isTTY ?? false,
    columns: options.columns,
  });
  const program = { name: "eip", version: "1.2.3", reads: "tables", ...options.program };
  const code = await runProgram(program, argv, {
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    signal: options.signal,
  });
  return { code, ...written };
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder with the given files, gone after the tests of the file; from name to path. */
export function folderWith(files: Readonly<Record<string, string>>): (name: string) => string {
  const folder = mkdtempSync(join(tmpdir(), "eip-test-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return (name) => join(folder, name);
}

/** A long table: `models` models on `items` items, the later ones better, all items informative. */
export function longTable(models: number, items: number, benchmark = "toy"): string {
  let csv = "model,benchmark,item,score\n";
  for (let m = 0; m < models; m += 1) {
    for (let q = 0; q < items; q += 1) {
      const solves = (q * 7 + m * 13) % items < items / 6 + (m * items) / (models * 1.5);
      csv += `m${m},${benchmark},q${q},${solves ? 1 : 0}\n`;
    }
  }
  return csv;
}
