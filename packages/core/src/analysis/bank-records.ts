/** A bank as records for a file, and back. */

import { EipError } from "../errors.ts";
import type { BankItem, BankMetric, BankModel, BankSettings, ItemBank } from "./item-bank.ts";

/** The form of the file; another number for a form that this code cannot read. */
export const bankSchema = "eip-bank/1";

interface Head {
  readonly schema: typeof bankSchema;
  readonly settings: BankSettings;
  readonly metrics: readonly BankMetric[];
  readonly newestRun: string | null;
  readonly models: number;
  readonly items: number;
}

/**
 * The records of a bank: settings first, then a record per model, then one per item.
 *
 * @example
 * ```ts
 * recordsOfBank(bank)[0]; // { schema: "eip-bank/1", settings: { damping: 0.85, … }, … }
 * ```
 */
export function recordsOfBank({ models, items, ...rest }: ItemBank): readonly object[] {
  const head: Head = {
    schema: bankSchema,
    ...rest,
    models: models.length,
    items: items.length,
  };
  return [head, ...models, ...items];
}

/**
 * A bank from its records. The seal says that nobody edited the file by accident; this says that what
 * is in it can be computed with.
 *
 * @param where The file, for errors.
 * @throws EipError `unsupported` for another form, `damaged` for a record that does not fit.
 */
export function bankFromRecords(records: readonly unknown[], where: string): ItemBank {
  const [first, ...rest] = records;
  const head = headFrom(first, where);
  if (rest.length !== head.models + head.items) {
    throw new EipError("damaged", {
      where,
      found: `${rest.length} records`,
      expected: `${head.models} models and ${head.items} items`,
    });
  }
  const line = (index: number) => `${where}:${index + 2}`;
  const models = rest.slice(0, head.models).map((record, index) => {
    if (isModel(record, head.items)) return record;
    throw misfit(line(index), `a model with ${head.items} scores from 0 to 1`);
  });
  const items = rest.slice(head.models).map((record, index) => {
    if (isItem(record)) return record;
    throw misfit(line(head.models + index), "an item with difficulty and weight");
  });
  const { settings, metrics, newestRun } = head;
  return { settings, metrics, newestRun, models, items };
}

function headFrom(record: unknown, where: string): Head {
  if (!isRecord(record) || typeof record["schema"] !== "string") {
    throw misfit(`${where}:1`, `a first line with the schema ${bankSchema}`);
  }
  if (record["schema"] !== bankSchema) {
    throw new EipError("unsupported", {
      where,
      found: `the form "${record["schema"]}"`,
      expected: bankSchema,
      try: "bank make with this version",
    });
  }
  if (isHead(record)) return record;
  throw misfit(`${where}:1`, "settings, metrics, and the numbers of models and items");
}

function misfit(where: string, expected: string): EipError {
  return new EipError("damaged", { where, found: "something else", expected });
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isHead(record: Fields): record is Fields & Head {
  const { settings, metrics, newestRun, models, items } = record as Partial<Head>;
  return (
    isRecord(settings) &&
    isShare(settings.damping) &&
    isAmount(settings.smoothing) &&
    ["weighted", "common", "wrong"].includes(settings.missing) &&
    ["wrong", "unobserved"].includes(settings.ungraded) &&
    Array.isArray(metrics) &&
    metrics.every(isMetric) &&
    (newestRun === null || typeof newestRun === "string") &&
    isCount(models) &&
    isCount(items)
  );
}

function isMetric(value: unknown): value is BankMetric {
  return isRecord(value) && ["benchmark", "metric", "filter"].every((key) => isText(value[key]));
}

function isModel(value: unknown, items: number): value is BankModel {
  if (!isRecord(value)) return false;
  const { scores } = value as Partial<BankModel>;
  return (
    isText(value["model"]) &&
    [value["competency"], value["weightedAccuracy"], value["heldOut"], value["accuracy"]].every(
      isShareOrNull,
    ) &&
    (value["tier"] === null || isCount(value["tier"])) &&
    Array.isArray(scores) &&
    scores.length === items &&
    scores.every(isShareOrNull)
  );
}

function isItem(value: unknown): value is BankItem {
  if (!isRecord(value)) return false;
  const { contentHash, weight, difficulty } = value as Partial<BankItem>;
  return (
    isText(value["benchmark"]) &&
    isText(value["item"]) &&
    (difficulty === null || isAmount(difficulty)) &&
    (weight === null || isAmount(weight)) &&
    isShareOrNull(value["facility"]) &&
    isCount(value["asked"]) &&
    isCount(value["solved"]) &&
    (contentHash === null || isText(contentHash))
  );
}

const isText = (value: unknown): value is string => typeof value === "string";
const isAmount = (value: unknown): value is number =>
  typeof value === "number" && value >= 0 && value < Infinity;
const isShare = (value: unknown): boolean => isAmount(value) && value <= 1;
const isShareOrNull = (value: unknown): boolean => value === null || isShare(value);
const isCount = (value: unknown): value is number => Number.isInteger(value) && isAmount(value);
