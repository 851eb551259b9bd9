import {
  mkdirSync,
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { EipError } from "../../src/errors.ts";
import { JudgementCache, usualCache, type JudgementKey } from "../../src/llm/judge-cache.ts";

const folder = mkdtempSync(join(tmpdir(), "eip-cache-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const identity = { judge: "host#m", instructions: "i" };
const key = (over: Partial<JudgementKey> = {}): JudgementKey => ({
  ...identity,
  item: "q",
  answer: "a",
  order: "reference-first",
  repeat: 0,
  ...over,
});
const right = { score: 1, reason: "right" };

describe("JudgementCache", () => {
  test("finds what was added, in this run and the next, and nothing with another key", async () => {
    const path = join(folder, "below", "new", "one.jsonl");
    const cache = await JudgementCache.open(path, identity);
    expect(cache.find(key())).toBeUndefined();
    await cache.add(key(), right);
    expect(cache.find(key())).toEqual(right);
    await cache.close();
    const next = await JudgementCache.open(path, identity);
    expect(next.find(key())).toEqual(right);
    for (const other of [
      { item: "q2" },
      { answer: "a2" },
      { order: "answer-first" as const },
      { repeat: 1 },
    ]) {
      expect(next.find(key(other))).toBeUndefined();
    }
    for (const other of [{ judge: "host#n" }, { instructions: "j" }]) {
      const foreign = await JudgementCache.open(path, { ...identity, ...other });
      expect(foreign.find(key(other))).toBeUndefined();
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("passes over damage, and writes behind a line that was cut off", async () => {
    const path = join(folder, "damaged.jsonl");
    const cache = await JudgementCache.open(path, identity);
    await cache.add(key(), right);
    await cache.close();
    const good = readFileSync(path, "utf8");
    const bad = [
      "not JSON",
      "[]",
      "null",
      "\0\0\0",
      good.trim().replace('"score":1', '"score":7'),
      good.trim().replace('"score":1', '"score":"1"'),
      good.trim().replace("eip-judgement/1", "eip-judgement/9"),
    ];
    writeFileSync(path, `${good}${bad.join("\n")}\n`);
    appendFileSync(path, good.slice(0, 40));
    const damaged = await JudgementCache.open(path, identity);
    expect(damaged.damaged).toBe(bad.length + 1);
    expect(damaged.find(key())).toEqual(right);
    await damaged.add(key({ repeat: 1 }), { score: 0, reason: "wrong" });
    await damaged.close();
    const after = await JudgementCache.open(path, identity);
    expect(after.find(key({ repeat: 1 }))).toEqual({ score: 0, reason: "wrong" });
    expect(after.damaged).toBe(bad.length + 1);
  });

  test("adds nothing to a file that somebody else wrote", async () => {
    const path = join(folder, "answers.jsonl");
    for (const text of ['{"model":"m","item":"1"}\n', "notes", "a,b\n1,2\n"]) {
      writeFileSync(path, text);
      await expect(JudgementCache.open(path, identity)).rejects.toThrow(
        /answers.jsonl:1: no judgement; expected a file of judgements, or none/,
      );
      expect(readFileSync(path, "utf8")).toBe(text);
    }
  });

  test("is told before anything is paid for that it cannot be written", async () => {
    const path = join(folder, "in-a-file");
    writeFileSync(path, "");
    const cache = await JudgementCache.open(join(folder, "gone", "x.jsonl"), identity);
    await cache.prepare();
    await cache.close();
    const odd = await JudgementCache.open(`${path}-not-yet`, identity);
    mkdirSync(`${path}-not-yet`);
    await expect(odd.prepare()).rejects.toThrow(/the judgement could not be kept \(EISDIR\)/);
    await expect(odd.close()).resolves.toBeUndefined();
  });

  test("says so when it cannot write", async () => {
    const path = join(folder, "file");
    writeFileSync(path, "");
    const cache = await JudgementCache.open(join(folder, "absent.jsonl"), identity);
    await cache.close();
    const below = await JudgementCache.open(join(path, "x.jsonl"), identity).catch(
      (error: unknown) => error,
    );
    expect(EipError.isInstance(below)).toBe(true);
  });
});

test("the usual place follows the environment", () => {
  expect(usualCache({ XDG_CACHE_HOME: "/c" })).toBe("/c/eip/judgements.jsonl");
  expect(usualCache({ XDG_CACHE_HOME: "relative" })).toMatch(/\.cache\/eip\/judgements\.jsonl$/);
  expect(usualCache({})).toMatch(/\.cache\/eip\/judgements\.jsonl$/);
});
