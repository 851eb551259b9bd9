import { byCodeUnit } from "../outcomes/order.ts";

/** Numbers names in the order they come. */
export interface Interner {
  id(name: string): number;
  /** The numbers of a list of names; worked out once for each list. */
  ids(names: readonly string[]): Uint32Array;
  /** Names by code unit, and for each id its place among them. */
  sorted(): { readonly names: readonly string[]; readonly rank: Uint32Array };
}

export function interner(): Interner {
  const ids = new Map<string, number>();
  const lists = new WeakMap<readonly string[], Uint32Array>();
  const id = (name: string): number => {
    const known = ids.get(name);
    if (known !== undefined) return known;
    ids.set(name, ids.size);
    return ids.size - 1;
  };
  return {
    id,
    ids(names) {
      let numbers = lists.get(names);
      if (!numbers) lists.set(names, (numbers = Uint32Array.from(names, id)));
      return numbers;
    },
    sorted() {
      const names = [...ids.keys()].toSorted(byCodeUnit);
      const rank = new Uint32Array(names.length);
      for (const [place, name] of names.entries()) rank[ids.get(name)!] = place;
      return { names, rank };
    },
  };
}
