import { EipError } from "@eip-eval/core";

/**
 * A token of the Hub. Where it came from can be shown, its value cannot: neither as text nor as JSON
 * nor by `console.log`. Tokens need not start with `hf_`.
 *
 * @throws EipError `token` for a value with characters that no header may have.
 * @example
 * ```ts
 * const token = new AccessToken("hf_x", "HF_TOKEN");
 * token.source; // "HF_TOKEN"
 * token.authorization; // "Bearer hf_x"
 * JSON.stringify(token); // '{"source":"HF_TOKEN"}'
 * ```
 */
export class AccessToken {
  /** For messages: `"HF_TOKEN"` or `"the token file ~/.cache/huggingface/token"`. */
  readonly source: string;
  readonly #value: string;

  constructor(value: string, source: string) {
    // The error that fetch would throw quotes the whole header.
    if (!/^[\x21-\x7e]+$/.test(value)) {
      throw new EipError("token", {
        found: `the token from ${source} has characters that no token has`,
        try: "copy it again from https://huggingface.co/settings/tokens",
      });
    }
    this.source = source;
    this.#value = value;
  }

  /** The value of the Authorization header. */
  get authorization(): string {
    return `Bearer ${this.#value}`;
  }
}
