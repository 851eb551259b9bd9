/** Files of JSON lines that this project writes itself and seals: nobody can edit one unseen. */

import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import jsonLines from "jsonl-parse-stringify";
import { EipError } from "../errors.ts";
import { writeFileAtomic } from "./atomic.ts";
import { readError } from "./file-error.ts";

/** A CommonJS module: what it calls its default is a member of ours. */
const { default: lines } = jsonLines;

/** A larger file is not one of ours. */
const mostBytes = 512 * 2 ** 20;

/** Records of a sealed file, and the seal. */
export interface SealedRecords {
  readonly records: readonly unknown[];
  /** SHA-256, in hexadecimal digits, of every byte in front of the last line. */
  readonly sha256: string;
}

/**
 * The text of a sealed file: a record a line, and a last line `{"sha256": …}` with the SHA-256 of the
 * bytes before it. Without that line, `sha256sum` gives the same.
 *
 * @example
 * ```ts
 * sealedText([{ a: 1 }]); // '{"a":1}\n{"sha256":"2d8b…"}\n'
 * ```
 */
export function sealedText(records: readonly object[]): string {
  const body = `${lines.stringify([...records])}\n`;
  return `${body}${lines.stringify([{ sha256: sha256Of(body) }])}\n`;
}

/** Writes records as {@link sealedText}, whole or not at all; returns the seal. */
export async function writeSealed(path: string, records: readonly object[]): Promise<string> {
  const text = sealedText(records);
  await writeFileAtomic(path, text);
  return sealOf(text)!.sha256;
}

/**
 * The records of a sealed file.
 *
 * @throws EipError `not-found` for an absent file, `damaged` for one without a seal or with another
 *   text than was sealed, `too-large` above 512 MiB.
 */
export async function readSealed(path: string): Promise<SealedRecords> {
  const text = await textOf(path);
  const seal = sealOf(text);
  if (!seal) {
    throw new EipError("damaged", {
      where: path,
      found: text === "" ? "an empty file" : 'a file without a last line {"sha256": …}',
      expected: "a whole file as bank make writes it",
      try: "bank make again",
    });
  }
  if (sha256Of(seal.body) !== seal.sha256) {
    throw new EipError("damaged", {
      where: path,
      found: "other contents than its SHA-256 says, so it was edited or damaged",
      expected: "the file as bank make wrote it",
      try: "bank make again, or the untouched file",
    });
  }
  try {
    return { records: lines.parse(seal.body), sha256: seal.sha256 };
  } catch (cause) {
    throw new EipError("damaged", { where: path, found: "a line that is not JSON", cause });
  }
}

async function textOf(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > mostBytes) {
      const found = `${size.toLocaleString("en-US")} bytes`;
      throw new EipError("too-large", { where: path, found, expected: "at most 512 MiB" });
    }
    return await readFile(path, "utf8");
  } catch (cause) {
    throw readError(path, cause);
  }
}

function sealOf(text: string): { readonly body: string; readonly sha256: string } | undefined {
  const match = /(?:^|\n)\{"sha256":"([0-9a-f]{64})"\}\n$/.exec(text.slice(-128));
  if (!match) return undefined;
  return { body: text.slice(0, -lastLineLength), sha256: match[1]! };
}

const lastLineLength = '{"sha256":""}\n'.length + 64;

function sha256Of(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
