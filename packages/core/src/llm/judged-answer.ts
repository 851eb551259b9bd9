/** What judging takes and gives. */

import type { CallOptions, CallTally } from "./call.ts";
import type { InjectionFlag } from "./injection.ts";
import type { RequestOptions } from "./judge-request.ts";
import type { Rubric } from "./judge-rubric.ts";

export interface JudgeOptions extends CallOptions, RequestOptions {
  /** Default: `correctness`. */
  readonly rubric?: Rubric | undefined;
  /** Names the model and where it is, in the cache: needed where there is one. Default: provider and id. */
  readonly judge?: string | undefined;
  /** File of judgements to go by and to add to; absent: nothing is kept. */
  readonly cache?: string | undefined;
  /** Times that a reply which is no judgement is asked for again. Default 2. */
  readonly askAgain?: number | undefined;
  /** Default 1024. */
  readonly maxOutputTokens?: number | undefined;
  /** Answers that speak to their judge are not sent and get no score. Default: judged, and flagged. */
  readonly withholdFlagged?: boolean | undefined;
  /** Told after each answer, and at the end. */
  readonly onSpent?: ((spent: JudgeSpent) => void) | undefined;
}

/** What judging took so far. */
export interface JudgeSpent extends CallTally {
  /** Judgements that came. */
  readonly judgements: number;
  /** Judgements that were known. */
  readonly fromCache: number;
  /** Replies that were no judgement. */
  readonly invalid: number;
  /** Lines of the cache that could not be read. */
  readonly damagedCacheLines: number;
}

/** Why an answer has no score. */
export type UnjudgedReason = "empty-answer" | "failed" | "flagged" | "invalid" | "no-text";

/** An answer with what the judge says. */
export interface Judged<Answer> {
  readonly answer: Answer;
  /** The mean of those of `scores` that there are, 0 to 1; `null` without any. */
  readonly score: number | null;
  /** One for each repeat; `null` where no judgement came. */
  readonly scores: readonly (number | null)[];
  /** The score with the answer in front of the reference; only where it was asked for. */
  readonly swapped?: number | null | undefined;
  /** What the judge said first; where there is no score, why. */
  readonly reason: string;
  /** Set where there is no score. */
  readonly unjudged?: UnjudgedReason | undefined;
  readonly flags: readonly InjectionFlag[];
}

export const JUDGE_DEFAULTS = { askAgain: 2, maxOutputTokens: 1024 };
