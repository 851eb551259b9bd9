/** The `--benchmark` and `--model` filters, with the settings' `skip` and `aliases`. */

import { EipError } from "../errors.ts";
import type { Notice, Outcome } from "../outcomes/adapter.ts";
import { listText } from "../outcomes/wording.ts";
import type { Config } from "./config-schema.ts";
import type { ReadFlags } from "./options.ts";
import { selection } from "./selection.ts";

export interface NameFilter {
  benchmark(this: void, name: string): boolean;
  /** The outcome under the name its model goes by; `undefined` where nobody wants it. */
  outcome(this: void, outcome: Outcome): Outcome | undefined;
  /** The user's own patterns that fitted nothing. */
  notices(): readonly Notice[];
  /** The error for logs of which these filters left nothing. */
  nothingLeft(paths: readonly string[]): EipError | undefined;
}

export function nameFilter(
  { benchmarks = {}, models = {} }: Config,
  flags: Pick<ReadFlags, "benchmark" | "model">,
): NameFilter {
  const skipped = Object.entries(benchmarks).flatMap(([pattern, { skip }]) =>
    skip ? [`!${pattern}`] : [],
  );
  const benchmark = watched("benchmark", flags.benchmark, skipped);
  const model = watched(
    "model",
    flags.model,
    (models.skip ?? []).map((pattern) => `!${pattern}`),
  );
  const aliases = new Map(Object.entries(models.aliases ?? {}));
  return {
    benchmark: (name) => benchmark.wants(name),
    outcome(outcome) {
      const name = aliases.get(outcome.model) ?? outcome.model;
      if (!benchmark.wants(outcome.benchmark) || !model.wants(name)) return undefined;
      return name === outcome.model ? outcome : { ...outcome, model: name };
    },
    notices: () => [...benchmark.unmatched(), ...model.unmatched()],
    nothingLeft: (paths) => benchmark.nothingLeft(paths) ?? model.nothingLeft(paths),
  };
}

/** A selection that remembers what it was asked about, and which of the user's patterns fitted. */
function watched(
  what: "benchmark" | "model",
  given: readonly string[] = [],
  skipped: readonly string[],
) {
  const wants = selection([...given, ...skipped]);
  const idle = new Map(given.map((pattern) => [pattern, selection([pattern.replace(/^!/, "")])]));
  const seen = new Map<string, boolean>();
  const names = () => listText([...seen.keys()].toSorted());
  return {
    wants(name: string): boolean {
      let wanted = seen.get(name);
      if (wanted === undefined) {
        for (const [pattern, fits] of idle) if (fits(name)) idle.delete(pattern);
        wanted = wants(name);
        seen.set(name, wanted);
      }
      return wanted;
    },
    unmatched: (): readonly Notice[] =>
      [...idle.keys()].map((pattern) => ({
        severity: "warning",
        code: "unmatched-option",
        message: `--${what} ${pattern} fits no ${what} that was read; there are ${names()}.`,
      })),
    nothingLeft(paths: readonly string[]): EipError | undefined {
      if (seen.size === 0 || [...seen.values()].includes(true)) return undefined;
      const patterns = [...given, ...skipped].map((pattern) => `"${pattern}"`).join(", ");
      return new EipError("no-outcomes", {
        where: paths.join(", "),
        found: `no ${what} in it is left by ${patterns} (--${what}, or skip in eip.yaml); there are ${names()}`,
      });
    },
  };
}
