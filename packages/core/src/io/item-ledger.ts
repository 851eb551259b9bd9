/** Which contents the items of a benchmark stand for, over many runs. */

/** What an id stands for, or what a content is called: by how many runs. */
type Votes = Map<string, number>;

interface Content {
  /** Most ids that one run gives it; a benchmark may hold a question twice. */
  most: number;
  /** Distinct lists of items that have it. */
  lists: number;
  /** By occurrence within a list: what it is called. */
  readonly names: Votes[];
}

/** Items with their content hashes, of the runs whose hashes can be compared. */
export class ItemLedger {
  readonly #contents = new Map<string, Content>();
  readonly #hashesOf = new Map<string, Votes>();
  readonly #unhashed = new Set<string>();

  /** Counts the items that a number of runs share. */
  add({ items, contentHashes }: ItemList, runs: number): void {
    for (const [hash, ids] of idsByHash(items, contentHashes)) {
      if (hash === undefined) {
        for (const id of ids) this.#unhashed.add(id);
        continue;
      }
      const content = this.#contents.get(hash) ?? { most: 0, lists: 0, names: [] };
      this.#contents.set(hash, content);
      content.most = Math.max(content.most, ids.length);
      content.lists += 1;
      for (const [occurrence, id] of ids.entries()) {
        vote((content.names[occurrence] ??= new Map()), id, runs);
        let hashes = this.#hashesOf.get(id);
        if (!hashes) this.#hashesOf.set(id, (hashes = new Map()));
        vote(hashes, hash, runs);
      }
    }
  }

  /** Whether every item has a hash. */
  get isComplete(): boolean {
    return this.#unhashed.size === 0;
  }

  /** Ids that stand for more contents than one. */
  get differing(): number {
    return count(this.#hashesOf.values(), (hashes) => hashes.size > 1);
  }

  /** Contents under more ids than any one run gives them: somebody numbered anew. */
  get moved(): number {
    return count(this.#contents.values(), ({ names, most }) => distinct(names) > most);
  }

  /** Contents that more than one list of items has. */
  get shared(): number {
    return count(this.#contents.values(), ({ lists }) => lists > 1);
  }

  hashes(): IterableIterator<string> {
    return this.#contents.keys();
  }

  *ids(): Generator<string> {
    yield* this.#hashesOf.keys();
    for (const id of this.#unhashed) if (!this.#hashesOf.has(id)) yield id;
  }

  has(hash: string): boolean {
    return this.#contents.has(hash);
  }

  hasId(id: string): boolean {
    return this.#hashesOf.has(id) || this.#unhashed.has(id);
  }

  /** Whether an id and a content stand for each other in most runs; code units break ties. */
  isUsual(id: string, hash: string): boolean {
    const hashes = this.#hashesOf.get(id);
    const names = this.#contents.get(hash)?.names ?? [];
    return (
      hashes !== undefined &&
      elected(hashes) === hash &&
      names.some((votes) => votes.has(id) && votes.get(id) === Math.max(...votes.values()))
    );
  }

  /** What each occurrence of a content is called by most runs, names before mere numbers. */
  *names(): Generator<{ hash: string; occurrence: number; name: string }> {
    for (const [hash, { names }] of this.#contents) {
      for (const [occurrence, votes] of names.entries()) {
        const words = new Map([...votes].filter(([id]) => !isNumber(id)));
        yield { hash, occurrence, name: elected(words.size > 0 ? words : votes) };
      }
    }
  }
}

export interface ItemList {
  readonly items: readonly string[];
  readonly contentHashes?: readonly (string | undefined)[] | undefined;
}

/** For each content the ids that stand for it, in order; several trials of an item count once. */
export function idsByHash(
  items: ItemList["items"],
  hashes: ItemList["contentHashes"],
): Map<string | undefined, string[]> {
  const sets = new Map<string | undefined, Set<string>>();
  for (const [row, item] of items.entries()) {
    const hash = hashes?.[row];
    const ids = sets.get(hash);
    if (ids) ids.add(item);
    else sets.set(hash, new Set([item]));
  }
  return new Map(
    [...sets].map(([hash, ids]) => [hash, ids.size === 1 ? [...ids] : [...ids].toSorted(byNumber)]),
  );
}

const isNumber = (id: string): boolean => /^\d+$/.test(id);

/** Numbers by value, before everything else by code unit. */
function byNumber(a: string, b: string): number {
  if (isNumber(a) && isNumber(b)) return Number(a) - Number(b) || (a < b ? -1 : 1);
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1;
  return a < b ? -1 : 1;
}

function vote(votes: Votes, name: string, runs: number): void {
  votes.set(name, (votes.get(name) ?? 0) + runs);
}

function elected(votes: Votes): string {
  let best: [string, number] | undefined;
  for (const [name, runs] of votes) {
    if (!best || runs > best[1] || (runs === best[1] && name < best[0])) best = [name, runs];
  }
  return best![0];
}

function distinct(names: readonly Votes[]): number {
  return new Set(names.flatMap((votes) => [...votes.keys()])).size;
}

function count<T>(values: Iterable<T>, fits: (value: T) => boolean): number {
  let found = 0;
  for (const value of values) if (fits(value)) found += 1;
  return found;
}
