import { crc32, deflateSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { png, pngAddress, type IndexedImage } from "../../src/plot/png.ts";

const palette: IndexedImage["palette"] = Array.from({ length: 16 }, (_, index) => [index, 0, 255]);

const anImage: fc.Arbitrary<IndexedImage> = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }))
  .chain(([width, height]) =>
    fc
      .uint8Array({ min: 0, max: 15, minLength: width * height, maxLength: width * height })
      .map((pixels) => ({ width, height, pixels, palette })),
  );

/** The pixels, read by Node's own decompression, with every checksum compared. */
function decoded(bytes: Uint8Array): {
  readonly width: number;
  readonly pixels: readonly number[];
} {
  const view = Buffer.from(bytes);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < view.length;) {
    const size = view.readUInt32BE(at);
    const body = view.subarray(at + 4, at + 8 + size);
    expect(view.readUInt32BE(at + 8 + size)).toBe(crc32(body));
    chunks.set(body.toString("latin1", 0, 4), body.subarray(4));
    at += size + 12;
  }
  const [width, height] = [0, 4].map((at) => chunks.get("IHDR")!.readUInt32BE(at)) as [
    number,
    number,
  ];
  const data = inflateSync(chunks.get("IDAT")!);
  const row = 1 + Math.ceil(width / 2);
  expect(data).toHaveLength(row * height);
  const pixels = Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    const byte = data[y * row + 1 + (x >> 1)]!;
    return x % 2 === 0 ? byte >> 4 : byte & 15;
  });
  return { width, pixels };
}

describe("png", () => {
  it("gives back its pixels, stored or compressed", () => {
    fc.assert(
      fc.property(anImage, fc.boolean(), (image, isCompressed) => {
        const bytes = png(image, isCompressed ? (data) => deflateSync(data) : undefined);
        expect(decoded(bytes)).toEqual({ width: image.width, pixels: [...image.pixels] });
      }),
      { numRuns: 50 },
    );
  });

  it("stores more than one block", () => {
    const pixels = Uint8Array.from({ length: 400 * 400 }, (_, index) => index % 16);
    expect(decoded(png({ width: 400, height: 400, pixels, palette })).pixels).toEqual([...pixels]);
  });

  it("has the same address as by Node's base64", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        expect(pngAddress(bytes)).toBe(
          `data:image/png;base64,${Buffer.from(bytes).toString("base64")}`,
        );
      }),
    );
  });
});
