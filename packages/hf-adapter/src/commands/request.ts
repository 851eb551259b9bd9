import { EipError } from "@eip-eval/core";
import { selection, type CommandContext } from "@eip-eval/core/cli";
import { askedModels, isPattern, type Asked } from "../asked.ts";
import { DEFAULT_ORG, type HubFlags } from "./hub-flags.ts";

/** What a command line asks of the Hub. */
export interface HubRequest {
  readonly asked: Asked;
  readonly orgs: readonly string[];
  readonly wants: (benchmark: string) => boolean;
  /** Benchmarks asked for by their full names. */
  readonly named: readonly string[];
}

/**
 * Reads the flags; all models of an organisation are taken only when it is named.
 *
 * @throws EipError `usage` when nothing says which models.
 */
export async function hubRequest(
  { program }: CommandContext,
  flags: HubFlags,
): Promise<HubRequest> {
  if (flags.models === undefined && flags.org === undefined) {
    throw new EipError("usage", {
      found: "no model asked for",
      expected: "--models, or --org for all models of an organisation",
      try: `${program.name} plan --models 'acme/*'`,
    });
  }
  const orgs = flags.org ?? [DEFAULT_ORG];
  for (const org of orgs) checkOrg(org);
  const patterns = flags.benchmark ?? [];
  return {
    asked: await askedModels(flags.models ?? []),
    orgs,
    wants: selection(patterns),
    named: patterns.filter((pattern) => !isPattern(pattern) && !pattern.startsWith("!")),
  };
}

function checkOrg(org: string): void {
  if (/^[\w][\w.-]*$/.test(org)) return;
  throw new EipError("bad-option", {
    where: "--org",
    found: `"${org}"`,
    expected: "the name of an organisation, as in open-llm-leaderboard",
  });
}
