/** A model placed by few questions, as plain, versioned data: what `ask --json` prints. */

import type { AskingOrder } from "../analysis/next-item.ts";
import type { Standing } from "../analysis/placing.ts";
import type { BankSummary } from "./bank-report.ts";

/** What is the same before and after. */
export interface AskHead {
  readonly model: string;
  /** Host of the endpoint, and what it calls the model. */
  readonly endpoint: string;
  readonly endpointModel: string;
  readonly bank: Pick<BankSummary, "sha256" | "models" | "items" | "itemsKept"> & {
    readonly smoothing: number;
    /** What an answer without a grade counts as. */
    readonly ungraded: "wrong" | "unobserved";
  };
  /** Name of the score. */
  readonly metric: string;
  /** As `--grade` was given. */
  readonly grade: string;
  /** Who grades, where a model does. */
  readonly judge: { readonly endpoint: string; readonly model: string } | null;
  readonly settings: {
    readonly budget: number;
    /** A range of so many places ends the series. */
    readonly within: number;
    readonly order: AskingOrder;
    readonly seed: number;
    readonly level: number;
  };
  readonly questions: {
    readonly askable: number;
    /** Items of the bank that tell its models apart. */
    readonly wanted: number;
    /** Share of the bank's weight that can be asked. */
    readonly weight: number;
    /** Questions with another hash than the bank's. */
    readonly differing: number;
    /** Questions whose reference the grader cannot compare with. */
    readonly unfit: number;
    /** Items of the logs and the file that the bank does not have. */
    readonly foreign: number;
    /** Items of the bank that only logs without their texts have. */
    readonly withoutText: number;
  };
  readonly log: string;
}

/** What a series would take. */
export interface AskPlan extends AskHead {
  readonly schema: "eip-ask-plan/1";
  /** Answers that are in the log already. */
  readonly earlier: number;
  readonly calls: number;
  /** Of prompts of average length, estimated at 4 characters each. */
  readonly inputTokens: number;
  readonly maxOutputTokens: number;
  /** A question as it would be sent. */
  readonly example: string | null;
}

/** One question of the path. */
export interface AskedRow extends Standing {
  readonly number: number;
  readonly benchmark: string;
  readonly item: string;
  /** Share of the bank's models that solve it. */
  readonly facility: number | null;
  readonly score: number | null;
  /** Why there is no grade. */
  readonly reason: string | null;
  /** Whether it was asked in an earlier run of the command. */
  readonly isEarlier: boolean;
}

export interface AskReport extends AskHead {
  readonly schema: "eip-ask/1";
  readonly stopped: "narrow" | "budget" | "nothing-left";
  readonly standing: Standing;
  readonly path: readonly AskedRow[];
  /** Answers that could not be graded. */
  readonly ungraded: number;
  readonly spent: {
    readonly questions: number;
    /** Sendings, those again among them, and questions whose call failed for good. */
    readonly sent: number;
    readonly failed: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    /** The same of the judge. */
    readonly judging: {
      readonly sent: number;
      readonly inputTokens: number;
      readonly outputTokens: number;
    } | null;
  };
}
