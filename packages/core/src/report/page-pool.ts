/** A pool that is fitted when it is first looked at. */

import type { Fitted } from "../estimate/fitted.ts";

/** The same pool at every call; the work is done at the first. */
export function fittedLater(make: () => Fitted): () => Fitted {
  let made: Fitted | undefined;
  return () => (made ??= make());
}
