/** The page as it is written into the file, and back. */

import { fittedLater } from "./page-pool.ts";
import { propagate } from "../estimate/propagate.ts";
import type { ResponseMatrix } from "../matrix/response-matrix.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import type { ItemColumns, PageModel, PageText } from "./page-model.ts";
import { packAnswers, unpackAnswers, type PackedAnswers } from "./packed-answers.ts";

/** The page as JSON: arrays of numbers in base64, and what the estimate follows from instead of it. */
export interface PageWire extends Omit<
  PageModel,
  "names" | "pool" | "items" | "abilities" | "pairHalfWidths" | "cluster" | "texts"
> {
  readonly names: {
    readonly models: readonly string[];
    readonly items: readonly string[];
    readonly benchmarks: readonly string[];
    readonly benchmarkOf: string;
  };
  readonly answers: PackedAnswers | null;
  readonly items: Readonly<Record<keyof ItemColumns, string>>;
  readonly abilities: string;
  readonly pairHalfWidths: string | null;
  readonly cluster: string | null;
  readonly texts: readonly WireText[] | null;
}

type WireText = readonly [
  item: number,
  text: string | null,
  key: string | null,
  answers: readonly (readonly [model: number, answer: string])[],
];

/** What goes into the file. */
export function pageToWire(page: PageModel): PageWire {
  const { names, pool, items, abilities, pairHalfWidths, cluster, texts, ...rest } = page;
  return {
    ...rest,
    names: { ...names, benchmarkOf: toBase64(names.benchmarkOf) },
    answers: pool && packAnswers(pool().matrix),
    items: encoded(items),
    abilities: toBase64(abilities),
    pairHalfWidths: pairHalfWidths && toBase64(pairHalfWidths),
    cluster: cluster && toBase64(cluster),
    texts: texts && [...texts].map(wireText),
  };
}

function encoded(items: ItemColumns): PageWire["items"] {
  const text = (name: keyof ItemColumns) => [name, toBase64(items[name])] as const;
  const names = Object.keys(items) as (keyof ItemColumns)[];
  return Object.fromEntries(names.map(text)) as PageWire["items"];
}

const wireText = ([item, { text, key, answers }]: readonly [number, PageText]): WireText => [
  item,
  text ?? null,
  key ?? null,
  [...answers],
];

/**
 * What was in the file. The estimate is made again when it is first asked for: the same code on the
 * same answers gives the same numbers, and an array of them would be larger than the answers.
 */
export function pageFromWire(wire: PageWire): PageModel {
  const { answers, ...rest } = wire;
  const names = {
    ...wire.names,
    benchmarkOf: new Uint32Array(fromBase64(wire.names.benchmarkOf)),
  };
  const { damping, smoothing, tolerance, missing } = wire.report.settings;
  const fitted = (matrix: ResponseMatrix) => ({
    matrix,
    fit: propagate(matrix, { damping, smoothing, tolerance, missing }),
  });
  return {
    ...rest,
    names,
    pool: answers && fittedLater(() => fitted(unpackAnswers(answers, names, wire.report))),
    items: decoded(wire.items),
    abilities: new Float64Array(fromBase64(wire.abilities)),
    pairHalfWidths:
      wire.pairHalfWidths === null ? null : new Float64Array(fromBase64(wire.pairHalfWidths)),
    cluster: wire.cluster === null ? null : new Uint32Array(fromBase64(wire.cluster)),
    texts: wire.texts && new Map(wire.texts.map(textFromWire)),
  };
}

function decoded(items: PageWire["items"]): ItemColumns {
  const floats = (name: keyof ItemColumns) => new Float32Array(fromBase64(items[name]));
  return {
    relative: floats("relative"),
    logit: floats("logit"),
    facility: floats("facility"),
    discrimination: floats("discrimination"),
    itemRest: floats("itemRest"),
    infit: floats("infit"),
    outfit: floats("outfit"),
    evidence: floats("evidence"),
    probability: floats("probability"),
    asked: new Uint32Array(fromBase64(items.asked)),
    solved: new Uint32Array(fromBase64(items.solved)),
    flags: new Uint16Array(fromBase64(items.flags)),
  };
}

const textFromWire = ([item, text, key, answers]: WireText): [number, PageText] => [
  item,
  { text: text ?? undefined, key: key ?? undefined, answers: new Map(answers) },
];
