/** Programs of this folder in a process of their own. */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What a program prints as JSON. */
export function outputOf(program, ...words) {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [path, ...words], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
  return JSON.parse(stdout);
}
