/** Loops compiled to WebAssembly, with a memory of their own for each kernel. */

import { compiledCode } from "./web-assembly-code.ts";

/** What `packages/core/assembly` exports; places are byte offsets into the memory. */
export interface CompiledLoops {
  gatherWords(
    words: number,
    stride: number,
    blocks: number,
    count: number,
    tables: number,
    sums: number,
  ): void;
  scatterWords(
    words: number,
    stride: number,
    blocks: number,
    count: number,
    bins: number,
    values: number,
  ): void;
  drawUnits(state: number, places: number, count: number, counts: number): number;
  addClass(
    words: number,
    stride: number,
    items: number,
    copies: number,
    models: number,
    weight: number,
    singles: number,
    doubles: number,
    groups: number,
    counts: number,
    sums: number,
  ): number;
  fillTwo(perModel: number, blocks: number, tables: number): void;
  foldTwo(bins: number, blocks: number, clear: number, out: number): void;
  gatherTwo(
    words: number,
    stride: number,
    blocks: number,
    count: number,
    tables: number,
    sums: number,
  ): void;
  scatterTwo(
    words: number,
    stride: number,
    blocks: number,
    count: number,
    bins: number,
    values: number,
  ): void;
  turnTwo(
    sums: number,
    factors: number,
    count: number,
    gain: number,
    floor: number,
    total: number,
  ): void;
  gatherScores: ScoreLoop;
  scatterScores: ScoreLoop;
  gatherLists: ListLoop;
  scatterLists: ListLoop;
  gatherScoreLists: ScoreListLoop;
  scatterScoreLists: ScoreListLoop;
}

type ScoreLoop = (
  scores: number,
  row: number,
  count: number,
  failed: number,
  gaps: number,
  offset: number,
  from: number,
  to: number,
) => void;

type ListLoop = (
  models: number,
  starts: number,
  step: number,
  count: number,
  factor: number,
  from: number,
  to: number,
) => void;

type ScoreListLoop = (
  models: number,
  scores: number,
  starts: number,
  count: number,
  slope: number,
  offset: number,
  from: number,
  to: number,
) => void;

export interface LinearMemory {
  readonly loops: CompiledLoops;
  /** Room for so many numbers, all 0; the array is a view, `byteOffset` its place. */
  bytes(length: number): Uint8Array<ArrayBuffer>;
  words(length: number): Uint32Array<ArrayBuffer>;
  numbers(length: number): Float64Array<ArrayBuffer>;
  /** Leaves the memory to whoever asks next; nothing may look at the arrays any more. */
  readonly release: () => void;
}

/** Bytes that {@link LinearMemory} takes for an array, filled up to whole cache lines. */
export function roomFor(length: number, size: 1 | 4 | 8): number {
  return Math.ceil((length * size) / line) * line;
}

const line = 64;
/** A line that stays unused, so that no array has the place 0, and the 256 bytes of tables of the loops. */
const firstFree = 5 * line;
const page = 65_536;
/** Offsets are 32 bits wide. */
const mostPages = 65_535;

/**
 * A memory of so many bytes and the loops over it; `undefined` where there is no WebAssembly with 128-bit
 * instructions, or not so much memory. Everything can be done without it, only slower.
 */
export function linearMemory(bytes: number): LinearMemory | undefined {
  const pages = Math.ceil((bytes + firstFree) / page);
  const instance = pages <= mostPages ? (spareOf(pages) ?? instanceOf(pages)) : undefined;
  if (instance === undefined) return undefined;
  const { loops, memory } = instance;
  const { buffer } = memory;
  let next = firstFree;
  const take = (room: number) => {
    const place = next;
    next += room;
    return place;
  };
  return {
    loops,
    bytes: (length) => new Uint8Array(buffer, take(roomFor(length, 1)), length).fill(0),
    words: (length) => new Uint32Array(buffer, take(roomFor(length, 4)), length).fill(0),
    numbers: (length) => new Float64Array(buffer, take(roomFor(length, 8)), length).fill(0),
    release() {
      if (buffer.byteLength <= mostSpare) spare.push(instance);
    },
  };
}

interface Instance {
  readonly loops: CompiledLoops;
  readonly memory: WebAssembly.Memory;
}

/** Memories that were released: setting one up costs as much as a fit of some thousand items. */
const spare: Instance[] = [];
const mostSpare = 2 ** 24;

function spareOf(pages: number): Instance | undefined {
  const place = spare.findIndex(({ memory }) => memory.buffer.byteLength >= pages * page);
  return place === -1 ? undefined : spare.splice(place, 1)[0];
}

function instanceOf(pages: number): Instance | undefined {
  const module = compiledModule();
  const memory = module && memoryOf(pages);
  if (module === undefined || memory === undefined) return undefined;
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return { loops: exports as CompiledLoops, memory };
}

function memoryOf(pages: number): WebAssembly.Memory | undefined {
  try {
    return new WebAssembly.Memory({ initial: pages });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

let compiled: WebAssembly.Module | undefined | "not yet" = "not yet";

function compiledModule(): WebAssembly.Module | undefined {
  if (compiled === "not yet") compiled = compile();
  return compiled;
}

function compile(): WebAssembly.Module | undefined {
  if (typeof WebAssembly === "undefined") return undefined;
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(compiledCode), (c) => c.charCodeAt(0)));
  } catch {
    // Too old for 128-bit instructions, or a page that forbids compiling.
    return undefined;
  }
}
