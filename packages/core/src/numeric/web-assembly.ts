/** Loops compiled to WebAssembly, with a memory of their own for each kernel. */

import { compiledCode } from "./web-assembly-code.ts";

/** What `packages/core/assembly` exports; places are byte offsets into the memory. */
export interface CompiledLoops {
  countBits(words: number, items: number, counts: number): void;
  countEqual(values: number, count: number, wanted: number): number;
  keepItems(
    counts: number,
    items: number,
    models: number,
    verdicts: number,
    kept: number,
    solvers: number,
  ): number;
  sortItems(
    solvers: number,
    items: number,
    models: number,
    starts: number,
    next: number,
    order: number,
  ): void;
  turnItems(
    count: number,
    damping: number,
    floor: number,
    success: number,
    before: number,
    sums: number,
    perItem: number,
    totals: number,
  ): void;
  pickWords(values: number, places: number, count: number, out: number): void;
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
  fillTables(perModel: number, tables: number, count: number, clear: number, factor: number): void;
  foldBins(bins: number, count: number, clear: number, out: number): void;
  solveDominant(a: number, b: number, size: number): void;
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
  fillTwo(perModel: number, blocks: number, clear: number, tables: number): void;
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
    gains: number,
    factors: number,
    count: number,
    floor: number,
    total: number,
  ): void;
  gatherScores: ScoreLoop;
  scatterScores: ScoreLoop;
  gatherLists: ListLoop;
  scatterLists: ListLoop;
  gatherScoreLists: ScoreListLoop;
  scatterScoreLists: ScoreListLoop;
  placeRecords(
    layouts: number,
    base: number,
    from: number,
    end: number,
    rows: number,
    width: number,
    most: number,
  ): number;
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
  /** Room for so many bytes, with whatever was in it. */
  usedBytes(length: number): Uint8Array<ArrayBuffer>;
  /** Leaves the memory to whoever asks next; nothing may look at the arrays any more. */
  readonly release: () => void;
}

/** Below so many cells TypeScript is done before WebAssembly has been set up. */
const fewestCells = 50_000;

/** Whether compiled loops are worth their set-up. */
export function paysToCompile(models: number, items: number): boolean {
  return models * items >= fewestCells;
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
  const instance =
    pages <= mostPages ? (spareOf(pages) ?? instanceOf(withSlack(pages))) : undefined;
  if (instance === undefined) return undefined;
  const { loops, memory, isUsed } = instance;
  const { buffer } = memory;
  let next = firstFree;
  const reserve = (room: number) => {
    const place = next;
    next += room;
    return place;
  };
  const take = (room: number) => {
    const place = reserve(room);
    // A new memory is 0 already, and touching a page for the first time costs more than filling it.
    if (isUsed) new Uint8Array(buffer, place, room).fill(0);
    return place;
  };
  return {
    loops,
    bytes: (length) => new Uint8Array(buffer, take(roomFor(length, 1)), length),
    words: (length) => new Uint32Array(buffer, take(roomFor(length, 4)), length),
    numbers: (length) => new Float64Array(buffer, take(roomFor(length, 8)), length),
    usedBytes: (length) => new Uint8Array(buffer, reserve(roomFor(length, 1)), length),
    release() {
      if (buffer.byteLength <= mostSpare) spare.push({ loops, memory, isUsed: true });
    },
  };
}

interface Instance {
  readonly loops: CompiledLoops;
  readonly memory: WebAssembly.Memory;
  readonly isUsed: boolean;
}

/** Memories that were released: setting one up costs as much as a fit of some thousand items. */
const spare: Instance[] = [];
const mostSpare = 2 ** 24;
const leastRoom = 2 ** 20;

/** A memory that will be spare has room for those who ask for a little more; pages that nobody touches cost nothing. */
function withSlack(pages: number): number {
  const room = Math.max(leastRoom / page, 2 ** Math.ceil(Math.log2(pages)));
  return room * page <= mostSpare ? room : pages;
}

function spareOf(pages: number): Instance | undefined {
  const place = spare.findIndex(({ memory }) => memory.buffer.byteLength >= pages * page);
  return place === -1 ? undefined : spare.splice(place, 1)[0];
}

function instanceOf(pages: number): Instance | undefined {
  const module = compiledModule();
  const memory = module && memoryOf(pages);
  if (module === undefined || memory === undefined) return undefined;
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return { loops: exports as unknown as CompiledLoops, memory, isUsed: false };
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
  if (typeof WebAssembly === "undefined" || compiledCode === "") return undefined;
  try {
    return new WebAssembly.Module(bytesOf(compiledCode));
  } catch {
    // Too old for 128-bit instructions, or a page that forbids compiling.
    return undefined;
  }
}

function bytesOf(code: string): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(JSON.parse(code) as number[]);
  return new Uint8Array(words.buffer, words.BYTES_PER_ELEMENT, words[0]);
}
