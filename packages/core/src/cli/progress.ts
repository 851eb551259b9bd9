/** One line on the terminal while something long goes on. */

import { basename } from "node:path";
import type { ReadProgress } from "../outcomes/adapter.ts";
import { plainText } from "../report/plain-text.ts";
import { megabytes } from "./megabytes.ts";
import { write, type OutputStream } from "./streams.ts";

/** Short work shows nothing. */
const silentFor = 500;
const between = 100;

/** A line that is drawn over and over. */
export interface StatusLine {
  /** Draws the text now, or not at all when it was drawn just before. */
  readonly draw: (text: () => string) => void;
  /** Takes the line away; the next drawing brings it back. */
  clear(): Promise<void>;
}

/** Draws on terminals only, and nothing in the first half second. */
export function statusLine(stream: OutputStream, quiet: boolean): StatusLine {
  const started = performance.now();
  let drawnAt = 0;
  return {
    draw(text) {
      const now = performance.now();
      if (quiet || !stream.isTTY || now - started < silentFor || now - drawnAt < between) return;
      drawnAt = now;
      const line = plainText(text()).slice(0, (stream.columns ?? 80) - 1);
      stream.write(`\r\u001B[K${line}`, () => undefined);
    },
    async clear() {
      if (drawnAt > 0) await write(stream, "\r\u001B[K");
      drawnAt = 0;
    },
  };
}

export interface ProgressLine {
  readonly update: (progress: ReadProgress) => void;
  clear(): Promise<void>;
}

/** How far the reading of logs is. */
export function progressLine(stream: OutputStream, quiet: boolean): ProgressLine {
  const line = statusLine(stream, quiet);
  return {
    update: ({ bytes, totalBytes, file }) =>
      line.draw(() => {
        const share = totalBytes === 0 ? 0 : Math.floor((100 * bytes) / totalBytes);
        return `Reading ${share} % of ${megabytes(totalBytes)}  ${basename(file)}`;
      }),
    clear: () => line.clear(),
  };
}
