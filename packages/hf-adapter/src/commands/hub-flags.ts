import { quoted, type OwnOption } from "@eip-eval/core/cli";

/** Flags that `plan` and `fetch` have in common. */
export interface HubFlags {
  readonly models?: readonly string[];
  readonly benchmark?: readonly string[];
  readonly org?: readonly string[];
  readonly store?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** The organisation with the details of the Open LLM Leaderboard, second version. */
export const DEFAULT_ORG = "open-llm-leaderboard";

/** What to take, and from where. */
export const hubOptions: readonly OwnOption[] = [
  {
    flags: "--models <name>",
    summary: "a model, a pattern such as 'acme/*', '!name', or @FILE with one of these a line",
    repeats: true,
  },
  {
    flags: "--benchmark <pattern>",
    summary: "only these benchmarks; '!name' leaves one out",
    repeats: true,
  },
  {
    flags: "--org <name>",
    summary: `whose repositories of details to look in (default: ${DEFAULT_ORG})`,
    repeats: true,
  },
];

/** The flags that say what is asked for, as they would be typed. */
export function requestWords({ models = [], benchmark = [], org = [] }: HubFlags): string[] {
  return [
    ...org.flatMap((word) => ["--org", word]),
    ...models.flatMap((word) => ["--models", word]),
    ...benchmark.flatMap((word) => ["--benchmark", word]),
  ].map(quoted);
}
