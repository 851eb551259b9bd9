import { describe, expect, test } from "vitest";
import { inOrder } from "../../src/llm/in-order.ts";

describe("inOrder", () => {
  test("gives results in the order of the things, and works ahead no further than told", async () => {
    let running = 0;
    let most = 0;
    const work = async (thing: number): Promise<number> => {
      most = Math.max(most, (running += 1));
      await new Promise((done) => setTimeout(done, (thing * 7) % 5));
      running -= 1;
      return thing * 2;
    };
    const things = Array.from({ length: 20 }, (_, at) => at);
    const results: number[] = [];
    for await (const result of inOrder(things, work, { ahead: 4 })) results.push(result);
    expect(results).toEqual(things.map((thing) => thing * 2));
    expect(most).toBe(4);
  });

  test("the first failure ends it, and later ones trouble nobody", async () => {
    const work = async (thing: number) => {
      if (thing > 2) throw new Error(`no ${thing}`);
      return thing;
    };
    const results: number[] = [];
    const all = async () => {
      for await (const one of inOrder([1, 2, 3, 4, 5], work, { ahead: 5 })) results.push(one);
    };
    await expect(all()).rejects.toThrow("no 3");
    expect(results).toEqual([1, 2]);
  });
});
