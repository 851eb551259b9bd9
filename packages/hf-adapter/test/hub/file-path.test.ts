import { isAbsolute, join, normalize, relative, sep, win32 } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathProblem } from "../../src/hub/file-path.ts";

describe("paths of a dataset", () => {
  it("of every real layout may be used", () => {
    for (const path of [
      "README.md",
      ".gitattributes",
      "acme__heron-7b/samples_leaderboard_bbh_boolean_expressions_2025-01-27T10-10-36.877664.jsonl",
      "2023-08-19T16:35:46.942696/details_harness|hellaswag|10_2023-08-19T16:35:46.942696.parquet",
      "details/a/b/2024-10-11T09-12-33.104512/details_lighteval|gsm8k|0_x.parquet",
      "names with spaces/äöü/漢字.json",
      "console.json",
      "a..b/...c",
      "..d",
    ]) {
      expect(pathProblem(path)).toBeUndefined();
    }
  });

  it("that could do harm are told with a reason", () => {
    const harmful: [string, string][] = [
      ["", "an empty path"],
      ["/etc/passwd", "an absolute path"],
      ["../x", 'a segment ".."'],
      ["a/../../x", 'a segment ".."'],
      ["a/./b", 'a segment "."'],
      ["a/.. /b", 'a segment ".. "'],
      ["a//b", "an empty segment"],
      ["a/", "an empty segment"],
      ["C:\\x", "a backslash"],
      ["c:x", "a drive letter"],
      ["a/C:x", "a drive letter"],
      ["a\\b", "a backslash"],
      ["a\0b", "a control character"],
      ["a\nb", "a control character"],
      ["a\u007fb", "a control character"],
      ["a\u2028b", "a control character"],
      ["\ud800", "a control character"],
      ["nul", "a name that Windows reserves"],
      ["x/AUX.json", "a name that Windows reserves"],
      ["com1", "a name that Windows reserves"],
      [".git/hooks/x", 'a segment ".git"'],
      ["a/.GIT/x", 'a segment ".git"'],
      ["x".repeat(256), "a name of more than 255 bytes"],
      ["é".repeat(128), "a name of more than 255 bytes"],
      ["x/".repeat(600), "more than 1024 bytes"],
    ];
    for (const [path, reason] of harmful) expect([path, pathProblem(path)]).toEqual([path, reason]);
  });

  it("that pass stay inside of their folder, on any system", () => {
    const text = fc.array(
      fc.constantFrom(
        "..",
        ".",
        "/",
        "\\",
        ":",
        "C",
        "a",
        "|",
        " ",
        "~",
        "nul",
        "\0",
        "$HOME",
        "//",
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(text, (pieces) => {
        const path = pieces.join("");
        fc.pre(pathProblem(path) === undefined);
        const inner = relative("/pool", join("/pool", path));
        expect(inner.split(sep)).not.toContain("..");
        expect(isAbsolute(path) || win32.isAbsolute(path)).toBe(false);
        expect(normalize(path)).toBe(path);
        const onWindows = win32.relative("D:\\pool", win32.join("D:\\pool", path));
        expect(win32.isAbsolute(onWindows) || onWindows.split("\\").includes("..")).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
