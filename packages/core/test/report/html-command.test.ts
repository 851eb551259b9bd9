import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith, longTable, run } from "../cli/run.ts";

const file = folderWith({
  "pool.csv": longTable(8, 60),
  "one.csv": "model,item,score\na,x,1\na,y,0\n",
  "proto.csv": "model,item,score\n__proto__,x,1\n__proto__,y,0\nb,x,0\nb,y,1\n",
});

describe("report", () => {
  it("writes one page, says where, and prints nothing else", async () => {
    const { code, stdout, stderr } = await run([
      "report",
      file("pool.csv"),
      "-o",
      file("page.html"),
    ]);
    expect(code).toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toContain(`Wrote ${file("page.html")} (`);
    const page = readFileSync(file("page.html"), "utf8");
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain("Empirical Interaction Propagation");
  });

  it("writes the same bytes for the same input, seed and flags", async () => {
    const pages = [];
    for (const name of ["first.html", "first.html"]) {
      await run(["report", file("pool.csv"), "-o", file(name), "--bootstrap", "50"]);
      pages.push(readFileSync(file(name), "utf8"));
    }
    expect(pages[0]).toBe(pages[1]);
  });

  it("names command, seed, files with hashes, and a fingerprint of the answers", async () => {
    const args = [file("pool.csv"), "--bootstrap", "50", "--seed", "7"];
    await run(["report", ...args, "-o", file("made.html")]);
    const made = readFileSync(file("made.html"), "utf8").split('id="made"')[1]!;
    expect(made).toContain(`<code>eip report ${args.join(" ")}</code>`);
    expect(made).toContain("50 refits, seed 7");
    expect(made).toContain("eip 1.2.3");
    expect(made).toMatch(/<code>sha256:[0-9a-f]{64}<\/code>/);
    expect(made).toMatch(/pool\.csv: .+sha256:[0-9a-f]{64}/);
  });

  it("computes stability when asked to be full, and says how to ask when not", async () => {
    await run(["report", file("pool.csv"), "-o", file("full.html"), "--full", "-q"]);
    const full = readFileSync(file("full.html"), "utf8");
    expect(full).toContain('data-figure="stability"');
    expect(full).toContain("drop 1 model");
    await run(["report", file("one.csv"), "-o", file("few.html"), "--full", "-q"]);
    expect(readFileSync(file("few.html"), "utf8")).not.toContain('data-figure="stability"');
  });

  it("writes its figures as files of their own, those it has data for", async () => {
    const [folder, page] = [file("figures"), file("with-figures.html")];
    const flags = ["-o", page, "--figures", folder, "--bootstrap", "0", "-q"];
    const { code, stderr } = await run(["report", file("pool.csv"), ...flags]);
    expect(code).toBe(0);
    expect(stderr).toContain(`Wrote 7 figures to ${folder}.`);
    const names = readdirSync(folder).toSorted();
    expect(names).toEqual(
      ["bump", "caterpillar", "heat-map", "histogram", "item-map", "movers", "profiles"].map(
        (name) => `${name}.svg`,
      ),
    );
    for (const name of names)
      expect(readFileSync(join(folder, name), "utf8")).toMatch(/^<svg .*<\/svg>\n?$/s);
    const again = await run(["report", file("pool.csv"), "--png", "-o", page]);
    expect(again.code).toBe(3);
    expect(again.stderr).toMatch(/^error\[usage\]: --png: no folder for the pictures/);
  });

  it("refuses a name that is not one of a page, and leaves no file", async () => {
    const { code, stderr } = await run(["report", file("pool.csv"), "-o", file("page.txt")]);
    expect(code).toBe(3);
    expect(stderr).toContain("expected .html");
    expect(existsSync(file("page.txt"))).toBe(false);
  });

  it("takes a model called __proto__ for a model", async () => {
    const { code } = await run(["report", file("proto.csv"), "-o", file("proto.html"), "-q"]);
    expect(code).toBe(0);
    expect(readFileSync(file("proto.html"), "utf8")).toContain('href="#model=__proto__"');
  });
});
