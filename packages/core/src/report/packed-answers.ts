/** The answers of a pool in few bytes. */

import type { ResponseMatrix, Storage } from "../matrix/response-matrix.ts";
import { modelList } from "../matrix/storage.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import type { PoolNames } from "./page-model.ts";
import type { RankReport } from "./report.ts";

/**
 * Answers as a matrix stores them, so that the same sums run over the same order. `bits` are its words,
 * and `planes` those of solved and of `failed` cells, and `lists` has no cells beside its models; otherwise each cell is the place of its score in `levels`, `null` being a gap, in 1, 2, 4 or 8 bits,
 * lowest first; with more levels than that each cell is a number of 64 bits.
 */
export interface PackedAnswers {
  readonly kind: Storage["kind"];
  readonly cells?: string;
  readonly failed?: string;
  readonly levels?: readonly (number | null)[];
  readonly starts?: string;
  readonly model?: string;
  readonly counts: Readonly<Record<Count, string>>;
  readonly blanks: { readonly item: string; readonly model: string };
  readonly binary: boolean;
  readonly observed: number;
}

type Count = (typeof counts)[number];

const counts = ["graded", "ungraded", "gradedOfItem", "ungradedOfItem"] as const;

/** The answers of a matrix, without its names. */
export function packAnswers(matrix: ResponseMatrix): PackedAnswers {
  const { blanks, binary, observed } = matrix;
  return {
    ...packStorage(matrix.storage),
    counts: Object.fromEntries(counts.map((name) => [name, toBase64(matrix[name])])) as Record<
      Count,
      string
    >,
    blanks: { item: toBase64(blanks.item), model: toBase64(blanks.model) },
    binary,
    observed,
  };
}

function packStorage(
  storage: Storage,
): Pick<PackedAnswers, "kind" | "cells" | "failed" | "levels" | "starts" | "model"> {
  const { kind } = storage;
  if (kind === "bits") return { kind, cells: toBase64(storage.solved) };
  if (kind === "planes") {
    return { kind, cells: toBase64(storage.solved), failed: toBase64(storage.failed) };
  }
  if (kind === "lists") {
    return { kind, starts: toBase64(storage.starts), model: toBase64(storage.model) };
  }
  const cells = packCells(storage.scores);
  if (kind === "dense") return { kind, ...cells };
  return { kind, ...cells, starts: toBase64(storage.starts), model: toBase64(storage.model) };
}

/** Levels that a cell of 8 bits can name. */
const mostLevels = 256;

function packCells(scores: Float64Array): Pick<PackedAnswers, "cells" | "levels"> {
  const place = new Map<number, number>();
  for (const score of scores) {
    if (!place.has(score)) place.set(score, place.size);
    if (place.size > mostLevels) return { cells: toBase64(scores) };
  }
  const levels = [...place.keys()].map((score) => (Number.isNaN(score) ? null : score));
  const width = cellWidth(levels.length);
  const perByte = 8 / width;
  const bytes = new Uint8Array(Math.ceil(scores.length / perByte));
  for (let cell = 0; cell < scores.length; cell += 1) {
    bytes[Math.floor(cell / perByte)]! |= place.get(scores[cell]!)! << ((cell % perByte) * width);
  }
  return { cells: toBase64(bytes), levels };
}

/** Bits for the place of one of so many levels. */
const cellWidth = (levels: number) => (levels <= 2 ? 1 : levels <= 4 ? 2 : levels <= 16 ? 4 : 8);

/** The matrix that was packed. */
export function unpackAnswers(
  packed: PackedAnswers,
  names: PoolNames,
  { settings }: Pick<RankReport, "settings">,
): ResponseMatrix {
  const { binary, observed, blanks } = packed;
  const numbers = (name: Count) => new Uint32Array(fromBase64(packed.counts[name]));
  return {
    models: names.models,
    items: names.items,
    benchmarks: names.benchmarks,
    benchmarkOf: names.benchmarkOf,
    storage: unpackStorage(packed, names),
    graded: numbers("graded"),
    ungraded: numbers("ungraded"),
    gradedOfItem: numbers("gradedOfItem"),
    ungradedOfItem: numbers("ungradedOfItem"),
    blanks: {
      item: new Uint32Array(fromBase64(blanks.item)),
      model: new Uint32Array(fromBase64(blanks.model)),
    },
    blankAs: settings.ungraded,
    binary,
    observed,
  };
}

function unpackStorage(packed: PackedAnswers, { models, items }: PoolNames): Storage {
  const words = (text: string | undefined) => new Uint32Array(fromBase64(text!));
  const { kind, levels, observed } = packed;
  switch (kind) {
    case "bits":
      return { kind, solved: words(packed.cells) };
    case "planes":
      return { kind, solved: words(packed.cells), failed: words(packed.failed) };
    case "lists":
      return {
        kind,
        starts: words(packed.starts),
        model: modelList(models.length, fromBase64(packed.model!)),
      };
    case "dense":
      return {
        kind,
        scores: unpackCells(fromBase64(packed.cells!), levels, models.length * items.length),
      };
    default:
      return {
        kind,
        starts: words(packed.starts),
        model: modelList(models.length, fromBase64(packed.model!)),
        scores: unpackCells(fromBase64(packed.cells!), levels, observed),
      };
  }
}

function unpackCells(
  buffer: ArrayBuffer,
  levels: PackedAnswers["levels"],
  length: number,
): Float64Array {
  if (levels === undefined) return new Float64Array(buffer);
  const bytes = new Uint8Array(buffer);
  const width = cellWidth(levels.length);
  const perByte = 8 / width;
  const mask = (1 << width) - 1;
  const values = Float64Array.from(levels, (level) => level ?? Number.NaN);
  const scores = new Float64Array(length);
  for (let cell = 0; cell < length; cell += 1) {
    const byte = bytes[Math.floor(cell / perByte)]!;
    scores[cell] = values[(byte >> ((cell % perByte) * width)) & mask]!;
  }
  return scores;
}
