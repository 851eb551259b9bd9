/** One line on the terminal while a long read goes on. */

import { basename } from "node:path";
import type { ReadProgress } from "../outcomes/adapter.ts";
import { plainText } from "../report/plain-text.ts";
import { write, type OutputStream } from "./streams.ts";

/** Short reads show nothing. */
const silentFor = 500;
const between = 100;

export interface ProgressLine {
  readonly update: (progress: ReadProgress) => void;
  clear(): Promise<void>;
}

/** Draws on terminals only, and takes its line away at the end. */
export function progressLine(stream: OutputStream, quiet: boolean): ProgressLine {
  const started = performance.now();
  let drawnAt = 0;
  return {
    update({ bytes, totalBytes, file }) {
      const now = performance.now();
      if (quiet || !stream.isTTY || now - started < silentFor || now - drawnAt < between) return;
      drawnAt = now;
      const share = totalBytes === 0 ? 0 : Math.floor((100 * bytes) / totalBytes);
      const text = `Reading ${share} % of ${megabytes(totalBytes)}  ${plainText(basename(file))}`;
      stream.write(`\r\u001B[K${text.slice(0, (stream.columns ?? 80) - 1)}`, () => undefined);
    },
    async clear() {
      if (drawnAt > 0) await write(stream, "\r\u001B[K");
    },
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString("en-US", { maximumFractionDigits: 1 })} MB`;
}
