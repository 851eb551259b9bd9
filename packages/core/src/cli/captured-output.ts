/** Output that is held back until it is certain. */

import { write, type OutputStream, type Streams } from "./streams.ts";

export interface CapturedOutput extends Streams {
  /** Writes everything to where it was going, in the order in which it came. */
  flush(): Promise<void>;
}

/**
 * Streams that look like the given ones and keep what is written. A line that is drawn over the one
 * before, as progress is, passes at once.
 */
export function capturedOutput(streams: Streams): CapturedOutput {
  const held: { readonly to: OutputStream; readonly text: string }[] = [];
  const holding = (to: OutputStream): OutputStream => ({
    isTTY: to.isTTY,
    columns: to.columns,
    write(text, done) {
      if (text.startsWith("\r")) return to.write(text, done);
      held.push({ to, text });
      done();
      return true;
    },
  });
  return {
    stdout: holding(streams.stdout),
    stderr: holding(streams.stderr),
    async flush() {
      for (const { to, text } of held.splice(0)) await write(to, text);
    },
  };
}
