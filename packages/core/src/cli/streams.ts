/** Where a program writes. */

import { EipError } from "../errors.ts";

/** The part of a Node stream that a program needs. */
export interface OutputStream {
  readonly write: (text: string, done: (error?: Error | null) => void) => boolean;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface Streams {
  /** The result, and nothing else. */
  readonly stdout: OutputStream;
  /** Progress, warnings and what was read. */
  readonly stderr: OutputStream;
}

/** The reader of our output has seen enough, as `head` does; not an error. */
export class OutputClosed extends Error {
  static {
    this.prototype.name = "OutputClosed";
  }
}

/** Writes a text and waits until the stream took it. */
export function write(stream: OutputStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (!error) resolve();
      else if ((error as NodeJS.ErrnoException).code === "EPIPE") reject(new OutputClosed());
      else {
        reject(
          new EipError("write", {
            where: "standard output",
            found: error.message,
            try: "-o FILE",
            cause: error,
          }),
        );
      }
    });
  });
}
