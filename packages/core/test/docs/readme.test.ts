import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { blocksIn, pageText, printedBy, root } from "./blocks.ts";

const examples = join(root, "examples");
const pages = [
  "README.md",
  ...readdirSync(join(root, "packages")).map((name) => `packages/${name}/README.md`),
].filter((page) => existsSync(join(root, page)));

interface Block {
  readonly page: string;
  readonly code: string;
  /** What the comments after the last `console.log` say it prints. */
  readonly printed: string;
}

function blocks(page: string): readonly Block[] {
  return blocksIn(pageText(page))
    .filter(({ language }) => language === "ts")
    .map(({ code }) => ({ page, code, printed: printedBy(code) }));
}

/** Numbers as people write them: 0.05000000000000001 is 0.05. */
const rounded = (text: string) =>
  text.replaceAll(/\d+\.\d{6,}/g, (digits) => String(Number(Number(digits).toFixed(9))));

describe("the code in the READMEs", () => {
  it.each(pages.flatMap(blocks))("$page: runs, and prints what it says", ({ code, printed }) => {
    const output = execFileSync(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        code.replaceAll("evallogs/", "openai-evals/logs/").replaceAll("results/", "logs/"),
      ],
      { cwd: examples, encoding: "utf8" },
    );
    expect(rounded(output)).toBe(printed);
  });
});

const commands = pages.flatMap((page) => {
  return [...pageText(page).matchAll(/`(eip-lm-eval [^`]+)`/g)].map(([, command]) => command!);
});

describe("the example programs", () => {
  it("rank-logs.mjs prints a line per model, best first", () => {
    const output = execFileSync(process.execPath, ["rank-logs.mjs"], {
      cwd: examples,
      encoding: "utf8",
    });
    expect(output.trim().split("\n")).toHaveLength(12);
    expect(output).toMatch(/^tier 1 {2}osprey-72b-it {2}\d+\.\d % to \d+\.\d %\n/);
  });
});

describe("the commands in the READMEs", () => {
  it("are there", () => expect(commands.length).toBeGreaterThan(4));

  it.each(commands)("%s: runs on the sample logs", (command) => {
    const words = command
      .replace("MODEL", "kestrel-8b")
      .replace("OTHER", "kestrel-8b-sft")
      .replaceAll("results/", "logs/")
      .split(" ");
    const program = join(root, "packages/lm-eval-adapter/bin", `${words[0]}.js`);
    const output = execFileSync(process.execPath, [program, ...words.slice(1)], {
      cwd: examples,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    expect(output.length).toBeGreaterThan(100);
  });
});
