import { linearMemory, roomFor, type LinearMemory } from "../numeric/web-assembly.ts";
import { RING } from "./lines.ts";

/** Bytes of a piece of a file: in larger ones less time goes by between reading and looking. */
const PIECE = 2 ** 21;
const LAYOUT_WORDS = 2 ** 13;
const ROW_WORDS = 2 ** 15;
/** Compiled loops look at so many bytes behind what they are asked about. */
const BEYOND = 64;

/** Memory in which compiled loops look through the lines of a file. */
export interface LineMemory extends Pick<LinearMemory, "loops" | "release"> {
  /** Room for layouts. */
  readonly layouts: Uint32Array<ArrayBuffer>;
  /** Room for places in lines. */
  readonly rows: Int32Array<ArrayBuffer>;
  /** Pieces of a file: some to be read into while another is worked on. */
  readonly pieces: readonly Buffer[];
  /** Room for a piece that came in other memory. */
  readonly room: Buffer;
}

/** A memory for lines; `undefined` where there is no WebAssembly. */
export function lineMemory(): LineMemory | undefined {
  const memory = linearMemory(
    roomFor(LAYOUT_WORDS, 4) + roomFor(ROW_WORDS, 4) + (RING + 1) * roomFor(PIECE + BEYOND, 1),
  );
  if (!memory) return undefined;
  const { buffer, byteOffset } = memory.words(ROW_WORDS);
  const piece = (): Buffer =>
    Buffer.from(buffer, memory.usedBytes(PIECE + BEYOND).byteOffset, PIECE);
  return {
    loops: memory.loops,
    release: memory.release,
    layouts: memory.words(LAYOUT_WORDS),
    rows: new Int32Array(buffer, byteOffset, ROW_WORDS),
    pieces: Array.from({ length: RING }, piece),
    room: piece(),
  };
}
