import type { FitFlags, OutputFlags, ReadFlags, ResampleFlags } from "./options.ts";

/** Flags of `bank make` and `bank score`. */
export interface BankFlags extends ReadFlags, FitFlags, ResampleFlags, OutputFlags {
  readonly trustIds?: boolean;
}
