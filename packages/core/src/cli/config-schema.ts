/** What may stand in `eip.yaml`. */

import type { ScoreScale } from "../outcomes/adapter.ts";

export interface BenchmarkConfig {
  readonly metric?: string | undefined;
  readonly filter?: string | undefined;
  /** `{ min, max }`, or a score for each label. */
  readonly scale?: Readonly<Record<string, number>> | undefined;
  readonly skip?: boolean | undefined;
}

export interface Config {
  readonly version?: 1 | undefined;
  readonly seed?: number | undefined;
  readonly smoothing?: "none" | "auto" | number | undefined;
  readonly damping?: number | undefined;
  readonly missing?: "weighted" | "common" | "wrong" | undefined;
  readonly ungraded?: "wrong" | "unobserved" | undefined;
  /** Field whose equal values mark items that move together. */
  readonly cluster?: string | undefined;
  readonly compare?:
    | {
        readonly "max-drop"?: string | undefined;
        readonly "min-gain"?: string | undefined;
        readonly correction?: "holm" | "bh" | undefined;
      }
    | undefined;
  /** By benchmark pattern; the first that fits. */
  readonly benchmarks?: Readonly<Record<string, BenchmarkConfig>> | undefined;
  readonly models?:
    | {
        /** Name in the logs to name on the board. */
        readonly aliases?: Readonly<Record<string, string>> | undefined;
        /** Patterns of models to leave out. */
        readonly skip?: readonly string[] | undefined;
      }
    | undefined;
  /** Name of a family to patterns of its models. */
  readonly families?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Name of any other group, such as `open-weight`, to patterns of its models. */
  readonly groups?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The scale of a benchmark's raw grades, where the settings give one. */
export function scaleOf({ scale }: BenchmarkConfig): ScoreScale | undefined {
  if (scale === undefined) return undefined;
  const { min, max, ...rest } = scale;
  return min !== undefined && max !== undefined && Object.keys(rest).length === 0
    ? { min, max }
    : { labels: scale };
}

/** One thing that does not fit, and the steps that lead to it. */
export interface ConfigIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Set when the place is fine but a key in it is not known. */
  readonly unknownKey?: string | undefined;
}

export interface ConfigSchema {
  /** The settings, or the first thing that does not fit. */
  check(value: unknown): { readonly config: Config } | { readonly issue: ConfigIssue };
  /** Keys that may stand at a place. */
  knownKeys(path: readonly PropertyKey[]): readonly string[];
}

/** The checks of a settings file; loads the checking library. */
export async function configSchema(): Promise<ConfigSchema> {
  const z = await import("zod");
  const benchmark = z.strictObject({
    metric: z.string().optional(),
    filter: z.string().optional(),
    scale: z.record(z.string(), z.number()).optional(),
    skip: z.boolean().optional(),
  });
  const models = z.strictObject({
    aliases: z.record(z.string(), z.string()).optional(),
    skip: z.array(z.string()).optional(),
  });
  const compare = z.strictObject({
    "max-drop": z.string().optional(),
    "min-gain": z.string().optional(),
    correction: z.enum(["holm", "bh"]).optional(),
  });
  const root = z.strictObject({
    version: z.literal(1).optional(),
    seed: z.int().min(0).optional(),
    smoothing: z.union([z.enum(["none", "auto"]), z.number().min(0)]).optional(),
    damping: z.number().gt(0).lt(1).optional(),
    missing: z.enum(["weighted", "common", "wrong"]).optional(),
    ungraded: z.enum(["wrong", "unobserved"]).optional(),
    cluster: z.string().optional(),
    compare: compare.optional(),
    benchmarks: z
      .record(
        z.string(),
        benchmark.refine(({ metric, filter }) => filter === undefined || metric !== undefined, {
          message: "a filter needs its metric beside it",
        }),
      )
      .optional(),
    models: models.optional(),
    families: z.record(z.string(), z.array(z.string())).optional(),
    groups: z.record(z.string(), z.array(z.string())).optional(),
  });
  return {
    check(value) {
      const result = root.safeParse(value);
      if (result.success) return { config: result.data };
      const [issue] = result.error.issues;
      const unknownKey = issue!.code === "unrecognized_keys" ? issue.keys[0] : undefined;
      return { issue: { path: issue!.path, message: issue!.message, unknownKey } };
    },
    knownKeys([place]) {
      const places: Record<string, { readonly shape: object }> = {
        benchmarks: benchmark,
        models,
        compare,
      };
      const shape = places[String(place)] ?? root;
      return Object.keys(shape.shape);
    },
  };
}
