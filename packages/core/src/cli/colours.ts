/** Colours on terminals that want them. */

import type { OutputStream } from "./streams.ts";

type Paint = (text: string) => string;

export interface Colours {
  readonly error: Paint;
  readonly warning: Paint;
  readonly strong: Paint;
}

/**
 * Colours for a stream: none unless it is a terminal, none under `NO_COLOR`, always under
 * `FORCE_COLOR`.
 */
export async function coloursFor(
  stream: OutputStream,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Colours> {
  const { NO_COLOR: off, FORCE_COLOR: on } = environment;
  const wanted =
    off === undefined || off === "" ? on !== undefined || stream.isTTY === true : false;
  const { createColors } = (await import("picocolors")).default;
  const { red, yellow, bold } = createColors(wanted);
  return { error: red, warning: yellow, strong: bold };
}
