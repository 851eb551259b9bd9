import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { pageText, root } from "./blocks.ts";

const pages = readdirSync(join(root, "docs"))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`);

/** Anchors as GitHub makes them from headings. */
function anchorsOf(page: string): readonly string[] {
  return [...pageText(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-"),
  );
}

describe.each(["README.md", ...pages])("%s", (page) => {
  it("links to files and headings that exist", () => {
    const text = pageText(page).replaceAll(/^```[^]*?^```$/gm, "");
    const broken = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => target!)
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => {
        const [path, anchor] = target.split("#");
        const file = path === "" ? page : join(dirname(page), path!);
        if (!existsSync(join(root, file))) return true;
        return anchor !== undefined && !anchorsOf(file).includes(anchor);
      });
    expect(broken).toEqual([]);
  });
});

describe("the guide", () => {
  it("lists every page", () => {
    const index = pageText("docs/README.md");
    const absent = pages.filter(
      (page) => page !== "docs/README.md" && !index.includes(`](${page.slice("docs/".length)})`),
    );
    expect(absent).toEqual([]);
  });

  it("is linked from the front page", () => {
    expect(pageText("README.md")).toContain("](docs/README.md)");
  });
});

describe("docs/errors.md", () => {
  const [, union] = pageText("packages/core/src/errors.ts").match(/type ErrorCode =([^;]*);/)!;
  const codes = [...union!.matchAll(/"([a-z-]+)"/g)].map(([, code]) => code!);
  const entries = pageText("docs/errors.md").split(/^## /m).slice(1);

  it("has an entry for each code, in their order, and one for bugs", () => {
    expect(codes.length).toBeGreaterThan(30);
    expect(entries.map((entry) => entry.split("\n")[0])).toEqual([...codes, "bug"]);
  });

  it.each(entries)("%s says what it looks like and what to do", (entry) => {
    const [code] = entry.split("\n");
    if (code === "bug") return;
    expect(entry).toMatch(new RegExp(`^error\\[${code}\\]: .|^> .`, "m"));
    expect(entry).toMatch(/^\*\*Do:\*\* ./m);
  });
});
