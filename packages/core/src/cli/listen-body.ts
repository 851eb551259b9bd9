/** The body of a request, within bounds. */

import type { IncomingMessage } from "node:http";

/** Bytes of one body; a batch of a hundred events with images in their prompts fits. */
export const MOST_BYTES: number = 64 * 2 ** 20;
/** Bytes of all bodies that are being read at one time. */
const MOST_AT_ONCE = 4 * MOST_BYTES;

let reading = 0;

/** A body, or `undefined` for one that is too large, of which no more is kept. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers["content-length"] ?? 0) > MOST_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // Leaving the loop must not close the connection, on which the refusal is to go out.
    const incoming: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
    for await (const chunk of incoming) {
      length += chunk.length;
      reading += chunk.length;
      if (length > MOST_BYTES || reading > MOST_AT_ONCE) return undefined;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    reading -= length;
  }
}
