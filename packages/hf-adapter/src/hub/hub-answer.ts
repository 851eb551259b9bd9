import { EipError } from "@eip-eval/core";
import type { Connection } from "./connection.ts";
import type { Counters } from "./hub-stats.ts";

export interface HubAnswerParts {
  readonly response: Response;
  readonly url: URL;
  /** Whether the Hub itself answers, or another host that it has sent us to. */
  readonly isHub: boolean;
  /** The `X-Linked-ETag` of the Hub's own answers on the way here. */
  readonly checksum?: string | undefined;
  readonly connection: Connection;
  readonly counters: Counters;
  /** Milliseconds that the connection may be silent. */
  readonly timeout: number;
}

/** An answer, of any status, whose body is read with a bound on silence and on size. */
export class HubAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Where it came from, behind all redirects. It may be signed: never show its query. */
  readonly url: URL;
  readonly isHub: boolean;
  /** The ETag that the Hub gives the file: its checksum, where it is one. */
  readonly checksum: string | undefined;
  readonly #parts: HubAnswerParts;

  constructor(parts: HubAnswerParts) {
    this.#parts = parts;
    this.status = parts.response.status;
    this.headers = parts.response.headers;
    this.url = parts.url;
    this.isHub = parts.isHub;
    this.checksum =
      parts.checksum ?? (parts.isHub ? (this.headers.get("etag") ?? undefined) : undefined);
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The body in pieces as they come. Leaving early ends the connection. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    const { response, connection, counters, timeout } = this.#parts;
    const reader = response.body?.getReader();
    if (!reader) return;
    let isOver = false;
    try {
      for (;;) {
        const { done, value } = await connection.within(timeout, reader.read());
        isOver = done;
        if (done) return;
        counters.bytes += value.length;
        yield value;
      }
    } finally {
      if (!isOver) reader.cancel().catch(() => {});
    }
  }

  /**
   * The whole body.
   *
   * @throws EipError `too-large` for more than `maxBytes`.
   */
  async bytes(maxBytes: number): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of this.chunks()) {
      size += piece.length;
      if (size > maxBytes) throw tooLarge(this.url, maxBytes);
      pieces.push(piece);
    }
    return Buffer.concat(pieces, size);
  }

  /** The first bytes of the body as text, for the words of an error. */
  async text(maxBytes: number = LONGEST_MESSAGE): Promise<string> {
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of this.chunks()) {
      pieces.push(piece);
      size += piece.length;
      if (size >= maxBytes) break;
    }
    return Buffer.concat(pieces).subarray(0, maxBytes).toString("utf8");
  }
}

const LONGEST_MESSAGE = 16_384;

function tooLarge(url: URL, maxBytes: number): EipError {
  return new EipError("too-large", {
    where: `${url.host}${url.pathname}`,
    found: `an answer of more than ${maxBytes.toLocaleString("en")} bytes`,
  });
}
