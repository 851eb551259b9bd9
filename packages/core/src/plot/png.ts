/** A small encoder for pictures of up to sixteen colours. */

import { rounded } from "./svg.ts";

/** A picture: one colour index per pixel, row by row from the top. */
export interface IndexedImage {
  readonly width: number;
  readonly height: number;
  /** 0 to 15. */
  readonly pixels: Uint8Array;
  /** Red, green, blue of each index, 0 to 255; sixteen at most. */
  readonly palette: readonly (readonly [number, number, number])[];
}

/** Turns bytes into a zlib stream. */
export type Deflate = (bytes: Uint8Array) => Uint8Array;

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * The bytes of a PNG with four bits per pixel (PNG specification, ISO/IEC 15948). Without a way to
 * compress, its data are stored as they are, which every decoder reads.
 */
export function png(image: IndexedImage, deflate: Deflate = stored): Uint8Array {
  const { width, height, palette } = image;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([4, 3, 0, 0, 0], 8);
  return joined([
    Uint8Array.from(signature),
    chunk("IHDR", header),
    chunk("PLTE", Uint8Array.from(palette.flat())),
    chunk("IDAT", deflate(scanLines(image))),
    chunk("IEND", new Uint8Array(0)),
  ]);
}

/** Two pixels a byte, each row after a filter byte of 0. */
function scanLines({ width, height, pixels }: IndexedImage): Uint8Array {
  const row = 1 + Math.ceil(width / 2);
  const bytes = new Uint8Array(row * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const value = pixels[y * width + x]! & 15;
      bytes[y * row + 1 + (x >> 1)]! |= x % 2 === 0 ? value << 4 : value;
    }
  }
  return bytes;
}

const longestBlock = 65_535;

/** A zlib stream of stored blocks (RFC 1950, RFC 1951). */
function stored(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.of(0x78, 0x01)];
  for (let from = 0; from === 0 || from < bytes.length; from += longestBlock) {
    const block = bytes.subarray(from, from + longestBlock);
    const isLast = from + longestBlock >= bytes.length;
    const size = block.length;
    parts.push(
      Uint8Array.of(isLast ? 1 : 0, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255),
      block,
    );
  }
  parts.push(bigEndian(adler32(bytes)));
  return joined(parts);
}

function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return ((high << 16) | low) >>> 0;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const name = Uint8Array.from(type, (letter) => letter.charCodeAt(0));
  const body = joined([name, data]);
  return joined([bigEndian(data.length), body, bigEndian(crc32(body))]);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

function bigEndian(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Bytes as an address that holds them. */
export function pngAddress(bytes: Uint8Array): string {
  const parts = ["data:image/png;base64,"];
  for (let at = 0; at < bytes.length; at += 3) {
    const [one, two, three] = [bytes[at]!, bytes[at + 1], bytes[at + 2]];
    const bits = (one << 16) | ((two ?? 0) << 8) | (three ?? 0);
    parts.push(
      alphabet[bits >> 18]! +
        alphabet[(bits >> 12) & 63]! +
        (two === undefined ? "=" : alphabet[(bits >> 6) & 63]!) +
        (three === undefined ? "=" : alphabet[bits & 63]!),
    );
  }
  return parts.join("");
}

/** Colour as CSS has it. */
export function rgb([red, green, blue]: readonly [number, number, number]): string {
  return `rgb(${rounded(red)},${rounded(green)},${rounded(blue)})`;
}
