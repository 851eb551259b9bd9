import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { blocksIn, pageText, printedBy, root, type Block } from "./blocks.ts";
import { hubIsHere, sampleHub } from "./sample-hub.ts";
import { sampleModels } from "./sample-models.ts";
import { sampleShell } from "./sample-shell.ts";
import { isShown, shownAnew } from "./shown-output.ts";

// UPDATE_DOCS=1 writes what is printed now into the pages.
const isUpdate = process.env["UPDATE_DOCS"] === "1";
const pages = readdirSync(join(root, "docs"))
  .filter((name) => name.endsWith(".md") && name !== "api.md")
  .map((name) => `docs/${name}`);

interface Command {
  readonly text: string;
  readonly code: number;
}

/** Commands of a block, a continued line as one; `# exit 2` behind a command says how it ends. */
function commandsOf(code: string): readonly Command[] {
  return code
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => /^[^#]/.test(line))
    .map((text) => ({ text, code: Number(text.match(/# exit (\d+)/)?.[1] ?? 0) }));
}

/** What asks the Hub, or needs what came from it. */
const needsHub = ({ code }: Block) => /^(?:env HF_TOKEN=\S+ )?eip-hf |^cat pool/m.test(code);
const hub = hubIsHere ? await sampleHub() : undefined;
afterAll(() => hub?.close());
const environment = {
  HF_ENDPOINT: hub?.url ?? "http://127.0.0.1:9",
  HF_TOKEN: "hf_granted",
  MODELS_URL: await sampleModels(),
};

describe.each(pages)("%s", (page) => {
  const text = pageText(page);
  const blocks = blocksIn(text);
  const changed = new Map<Block, string>();
  let shell: ReturnType<typeof sampleShell> | undefined;
  afterAll(() => {
    shell?.remove();
    if (changed.size > 0) writeFileSync(join(root, page), withChanges(text, changed));
  });

  it("shows output only behind the commands that print it", () => {
    const stray = blocks.filter(
      ({ language }, index) => language === "" && blocks[index - 1]?.language !== "sh",
    );
    expect(stray.map(({ line }) => line)).toEqual([]);
  });

  const commandBlocks = blocks.filter(({ language }) => language === "sh");
  for (const block of commandBlocks) {
    it.skipIf(needsHub(block) && !hub)(titleOf(block), async () => {
      shell ??= sampleShell(environment);
      let printed = "";
      for (const { text: command, code } of commandsOf(block.code)) {
        const finished = await shell.run(command);
        expect(finished.code, `${command}\n${finished.printed}`).toBe(code);
        printed += finished.printed;
      }
      const output = outputOf(block);
      if (output === undefined || isShown(output.code, printed)) return;
      const anew = shownAnew(output.code, printed);
      if (!isUpdate || !isShown(anew, printed)) expect(printed).toBe(output.code);
      changed.set(output, anew);
    });
  }

  const programs = blocks.filter(({ language }) => language === "ts");
  for (const block of programs) {
    it(titleOf(block), () => {
      const options = { cwd: join(root, "examples"), encoding: "utf8" } as const;
      const run = ["--input-type=module", "-e", block.code];
      expect(execFileSync(process.execPath, run, options)).toBe(printedBy(block.code));
    });
  }

  /** What a block of commands prints is in the block right behind it, if that has no language. */
  function outputOf(block: Block): Block | undefined {
    const next = blocks[blocks.indexOf(block) + 1];
    return next?.language === "" ? next : undefined;
  }
});

function titleOf(block: Block): string {
  const { line, code } = block;
  const needs = needsHub(block) ? " (needs ../shared/fakehub beside the checkout)" : "";
  return `line ${line}: ${code.trim().split("\n")[0]}${needs}`;
}

function withChanges(text: string, changed: ReadonlyMap<Block, string>): string {
  const last = [...changed].toSorted(([a], [b]) => b.start - a.start);
  return last.reduce(
    (all, [{ start, code }, output]) =>
      all.slice(0, start) + output + all.slice(start + code.length),
    text,
  );
}
