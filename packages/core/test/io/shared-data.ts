import { existsSync } from "node:fs";
import { resolve } from "node:path";

const folder = resolve(import.meta.dirname, "../../../../../shared/data");

/** Public logs and matrices beside the checkout; they are read in place and not part of it. */
export const sharedData = {
  isHere: existsSync(folder),
  /** For the title of a suite that needs them. */
  reason: "needs ../shared/data beside the checkout",
  path: (...parts: string[]): string => resolve(folder, ...parts),
};
