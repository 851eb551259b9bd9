import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askedModels, isAskedFor } from "../src/asked.ts";
import { freshFolder } from "./support/folder.ts";

const folder = freshFolder();

describe("the models that are asked for", () => {
  it("are names, patterns, and what is left out", async () => {
    expect(await askedModels(["acme/ant-1b", "acme/*-7b", "!*-debug"])).toEqual({
      names: ["acme/ant-1b"],
      patterns: ["acme/*-7b"],
      without: ["*-debug"],
    });
  });

  it("come from a file too, without its blank lines and comments", async () => {
    const path = join(folder.path, "models.txt");
    await writeFile(path, "\uFEFF# mine\r\nacme/ant-1b\r\n\r\n  !boreal/* \nacme/ant-1b\n");
    expect(await askedModels([`@${path}`, "cirrus/*"])).toEqual({
      names: ["acme/ant-1b"],
      patterns: ["cirrus/*"],
      without: ["boreal/*"],
    });
  });

  it("must be in the file", async () => {
    const path = join(folder.path, "empty.txt");
    await writeFile(path, "# nothing\n");
    await expect(askedModels([`@${path}`])).rejects.toThrow(
      /models @.*empty\.txt: a file without a name; expected one model a line/,
    );
    await expect(askedModels(["@nowhere.txt"])).rejects.toMatchObject({ code: "not-found" });
  });

  it("are all models when nothing is named", async () => {
    expect(isAskedFor("any/model", await askedModels([]))).toBe(true);
    expect(isAskedFor("any/model", await askedModels(["!any/*"]))).toBe(false);
  });

  it("a name asks for itself and for nothing else", async () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9.-]{0,8}\/[a-z][a-z0-9.-]{0,8}$/);
    await fc.assert(
      fc.asyncProperty(name, name, async (one, other) => {
        const asked = await askedModels([one]);
        expect(isAskedFor(other, asked)).toBe(one === other);
      }),
    );
  });
});
