/** How a page came about. */

/** What a reader needs to make the page again. */
export interface PageOrigin {
  /** As it would be typed. */
  readonly command: string;
  readonly program: string;
  readonly version: string;
  /** Hash of names and answers, which everything on the page follows from. */
  readonly fingerprint: string;
  readonly files: { readonly found: number; readonly read: number };
  /** Files that were used, with the hash of their bytes. */
  readonly inputs: readonly string[];
  readonly metrics: readonly string[];
  readonly ignored: readonly string[];
  readonly leftOut: readonly string[];
  readonly notices: readonly string[];
}
