/** Work on many things at once whose results come in the order of the things. */

/**
 * Does `work` on each thing, on at most `ahead` of them before the first result among them is taken, and
 * yields the results in order. The first failure, in order, ends it.
 *
 * @example
 * ```ts
 * for await (const page of inOrder(urls, fetch, { ahead: 8 })) console.log(page);
 * ```
 */
export async function* inOrder<Thing, Result>(
  things: Iterable<Thing> | AsyncIterable<Thing>,
  work: (thing: Thing) => Promise<Result>,
  { ahead }: { readonly ahead: number },
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for await (const thing of things) {
    const result = work(thing);
    // It is thrown where it is awaited, if that is reached.
    result.catch(() => undefined);
    running.push(result);
    if (running.length >= ahead) yield await running.shift()!;
  }
  for (const result of running) yield await result;
}
