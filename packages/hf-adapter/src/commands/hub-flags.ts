import { quoted } from "@eip-eval/core/cli";

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

/** The flags that say what is asked for, as they would be typed. */
export function requestWords({ models = [], benchmark = [], org = [] }: HubFlags): string[] {
  return [
    ...org.flatMap((word) => ["--org", word]),
    ...models.flatMap((word) => ["--models", word]),
    ...benchmark.flatMap((word) => ["--benchmark", word]),
  ].map(quoted);
}
