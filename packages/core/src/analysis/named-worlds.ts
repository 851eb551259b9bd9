/** The worlds that the method is tried in, by name. */

import { EipError } from "../errors.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { equalAccuracyWorld, logisticWorld, type WorldOptions } from "./worlds.ts";

/** A world by its name. */
export type WorldName =
  | "equal-accuracy"
  | "clean"
  | "clean-200"
  | "guessing"
  | "wrong-keys"
  | "wrong-keys-guessing"
  | "random-gaps"
  | "easy-half";

/** A pool of a world, and what is true of it. */
export interface SimulatedPool {
  readonly matrix: ResponseMatrix;
  /** True ability of each model, higher is better; `NaN` where a model is background. */
  readonly ability: Float64Array;
  /** True difficulty of each item; `undefined` where the world has none. */
  readonly difficulty: Float64Array | undefined;
  /** 1 for an item with a wrong key. */
  readonly wrongKey: Uint8Array | undefined;
}

/** What a world is and which seeds the reference figures have. */
export interface NamedWorld {
  readonly name: WorldName;
  /** A clause for a table. */
  readonly title: string;
  readonly firstSeed: number;
  /** Whether ten of the models were not asked everything. */
  readonly hasGaps: boolean;
  readonly pool: (seed: number) => SimulatedPool;
}

const logistic = (name: WorldName, title: string, options: WorldOptions): NamedWorld => ({
  name,
  title,
  firstSeed: 1000,
  hasGaps: options.gaps !== undefined,
  pool: (seed) => logisticWorld(seed, options),
});

/** Every world, the one that favours EIP first. */
export const worlds: readonly NamedWorld[] = [
  {
    name: "equal-accuracy",
    title: "four models of equal accuracy, told apart by what they solve",
    firstSeed: 0,
    hasGaps: false,
    pool: equalAccuracyPool,
  },
  logistic("clean", "30 models, 1,000 items, answers by ability and difficulty", {}),
  logistic("clean-200", "the same with 200 items", { items: 200 }),
  logistic("guessing", "four choices, guessing", { guessing: 0.25 }),
  logistic("wrong-keys", "5 % of the keys wrong", { wrongKeys: 0.05 }),
  logistic("wrong-keys-guessing", "5 % of the keys wrong, and guessing", {
    guessing: 0.25,
    wrongKeys: 0.05,
  }),
  logistic("random-gaps", "10 of 30 models miss a random half", { gaps: "random half" }),
  logistic("easy-half", "10 of 30 models were asked the easy half only", { gaps: "harder half" }),
];

/**
 * The world of a name.
 *
 * @throws EipError `bad-option` for a name that is not known, with the names that are.
 * @example
 * ```ts
 * worldNamed("clean").firstSeed; // 1000
 * ```
 */
export function worldNamed(name: string): NamedWorld {
  const found = worlds.find((world) => world.name === name);
  if (found) return found;
  throw new EipError("bad-option", {
    where: "world",
    found: `"${name}"`,
    expected: `one of ${worlds.map((world) => world.name).join(", ")}`,
  });
}

/** The eight background models have no place in the true order of the last four. */
function equalAccuracyPool(seed: number): SimulatedPool {
  const matrix = equalAccuracyWorld(seed);
  const ability = new Float64Array(matrix.models.length).fill(Number.NaN);
  for (let place = 0; place < 4; place += 1) ability[8 + place] = 4 - place;
  return { matrix, ability, difficulty: undefined, wrongKey: undefined };
}
