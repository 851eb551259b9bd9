/** Profiles with the level taken out, and whether a family shares what is left. */

import { rasch } from "../estimate/rasch.ts";
import { scoreAt, type ResponseMatrix } from "../matrix/response-matrix.ts";
import type { ModelGroup } from "./families.ts";
import type { ModelProfile } from "./profiles.ts";

/** A family of models and how alike its profiles are. */
export interface FamilyProfile {
  readonly family: string;
  /** Indices of the members with a profile, by accuracy, the best first. */
  readonly models: readonly number[];
  readonly lowestAccuracy: number;
  readonly highestAccuracy: number;
  /** Mean distance of the shapes of two members, in accuracy; `NaN` below two members. */
  readonly distance: number;
  /** What two models of exactly the same shape would differ by through chance alone. */
  readonly chance: number;
  /** Mean distance of a member and a model outside the family; `NaN` without any. */
  readonly outside: number;
}

/** A shape: band by band what a model scores above what its level alone would give. */
export interface ProfileShape {
  /** Observed less expected accuracy, one per band between; `NaN` for a band without figure. */
  readonly excess: readonly number[];
  /** Variance of each by chance. */
  readonly variance: readonly number[];
}

/**
 * The shape of each profile. What a model of that level gets in a band is the mean over the band's items
 * of 1 / (1 + exp(difficulty - ability)) in a Rasch fit of the whole pool; the shape is what the model
 * scores beyond it, so that a strong and a weak model can have the same one.
 *
 * @example
 * ```ts
 * const shapes = profileShapes(matrix, await modelProfiles(matrix));
 * shapes[0]?.excess; // [0.01, -0.02, …]: two points less than expected in the second band
 * ```
 */
export function profileShapes(
  matrix: ResponseMatrix,
  profiles: readonly ModelProfile[],
): readonly ProfileShape[] {
  const fit = rasch(matrix);
  const difficulty = new Map(
    Array.from(fit.keptItems, (item, place) => [item, fit.difficulty[place]!]),
  );
  return profiles.map(({ model, bands }) => {
    const between = bands.filter(({ kind }) => kind === "band");
    const figures = between.map(({ items, accuracy }) => {
      const chances = items.map(
        (item) => 1 / (1 + Math.exp(difficulty.get(item)! - fit.competency[model]!)),
      );
      const expected = chances.reduce((sum, chance) => sum + chance, 0) / items.length;
      const spread = chances.reduce((sum, chance) => sum + chance * (1 - chance), 0);
      return {
        excess: accuracy === undefined ? Number.NaN : meanScoreOn(matrix, model, items) - expected,
        variance: spread / items.length ** 2,
      };
    });
    return {
      excess: figures.map(({ excess }) => excess),
      variance: figures.map(({ variance }) => variance),
    };
  });
}

function meanScoreOn(matrix: ResponseMatrix, model: number, items: readonly number[]): number {
  return items.reduce((sum, item) => sum + scoreAt(matrix, model, item), 0) / items.length;
}

/**
 * How alike the shapes within each family are, beside what chance gives and beside models outside it.
 * The distance of two shapes is the root mean square of their differences over the bands that both have.
 *
 * @example
 * ```ts
 * familyProfiles(profiles, { shapes, families: [{ name: "wren", models: [0, 1] }] })[0]?.distance; // 0.02
 * ```
 */
export function familyProfiles(
  profiles: readonly ModelProfile[],
  {
    shapes,
    families,
  }: { readonly shapes: readonly ProfileShape[]; readonly families: readonly ModelGroup[] },
): readonly FamilyProfile[] {
  return families
    .filter(({ models }) => models.length > 0)
    .map(({ name, models }) => {
      const members = models.toSorted(
        (a, b) => profiles[b]!.accuracy - profiles[a]!.accuracy || a - b,
      );
      const others = [...profiles.keys()].filter((model) => !models.includes(model));
      const inside = members.flatMap((a, place) =>
        members.slice(place + 1).map((b) => distanceOf(shapes[a]!, shapes[b]!)),
      );
      const across = members.flatMap((a) => others.map((b) => distanceOf(shapes[a]!, shapes[b]!)));
      return {
        family: name,
        models: members,
        highestAccuracy: profiles[members[0]!]!.accuracy,
        lowestAccuracy: profiles[members.at(-1)!]!.accuracy,
        distance: meanOf(inside.map(({ distance }) => distance)),
        chance: meanOf(inside.map(({ chance }) => chance)),
        outside: meanOf(across.map(({ distance }) => distance)),
      };
    });
}

function distanceOf(a: ProfileShape, b: ProfileShape) {
  const shared = [...a.excess.keys()].filter(
    (band) => !Number.isNaN(a.excess[band]! - (b.excess[band] ?? Number.NaN)),
  );
  const rootMean = (of: (band: number) => number) =>
    Math.sqrt(meanOf(shared.map((band) => of(band))));
  return {
    distance: rootMean((band) => (a.excess[band]! - b.excess[band]!) ** 2),
    chance: rootMean((band) => a.variance[band]! + b.variance[band]!),
  };
}

function meanOf(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}
