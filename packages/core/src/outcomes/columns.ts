import { EipError } from "../errors.ts";

/** What a column of a table can say about an outcome. */
export type ColumnRole = (typeof ROLES)[number];

const ROLES = [
  "model",
  "item",
  "score",
  "benchmark",
  "trial",
  "metric",
  "filter",
  "run",
  "contentHash",
  "text",
  "key",
  "answer",
] as const;

/** Names that columns have for a role, in lower case; those in use elsewhere name their origin. */
const ALIASES: Readonly<Record<ColumnRole, readonly string[]>> = {
  model: ["model", "model_id", "subject_id", "template"], // Every Eval Ever; py-irt; evalstats
  item: ["item", "item_id", "example_id", "sample_id", "input"], // eval-arena; Every Eval Ever; evalstats
  score: ["score", "resp", "response", "pass1", "is_correct", "correct"], // IRW; torch_measure; eval-arena
  benchmark: ["benchmark", "benchmark_id", "subset", "evaluation_name", "item_family"], // evalci; IRW
  trial: ["trial", "sample_idx", "epoch"], // torch_measure; evalci; Inspect
  metric: ["metric"],
  filter: ["filter"],
  run: ["run"],
  contentHash: ["content_hash", "contenthash"],
  text: ["text"],
  key: ["key"],
  answer: ["answer"],
};

/** Which column, by index, says what. */
export type ColumnMap = ReadonlyMap<ColumnRole, number>;

export interface ColumnOptions {
  /** Role to column name, for columns under another name: `{ score: "points" }`. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
}

/**
 * Finds the roles of the columns of a table by their names, case-insensitively. `columns` decides
 * before the names do.
 *
 * @throws EipError `two-columns` when two columns have one name or claim one role, and
 * `not-an-item-score` when the only score is a number of successes (`correct` beside `count`).
 * @example
 * ```ts
 * columnsFromHeader(["subject_id", "item", "Score"], "long.csv");
 * // Map { "model" => 0, "item" => 1, "score" => 2 }
 * ```
 */
export function columnsFromHeader(
  header: readonly string[],
  where: string,
  { columns = {} }: ColumnOptions = {},
): ColumnMap {
  refuseDuplicates(header, where);
  const names = header.map(plainName);
  const map = givenColumns(header, columns);
  const given = new Set(map.values());
  for (const role of ROLES) {
    if (map.has(role)) continue;
    const claims = [...names.keys()].filter(
      (index) => !given.has(index) && claimsRole(role, names[index]!, names),
    );
    if (claims.length > 1) throw twoColumns(role, claims, header, where);
    if (claims.length === 1) map.set(role, claims[0]!);
  }
  const countsSuccesses = names.includes("correct") && names.includes("count");
  if (countsSuccesses && !map.has("score")) {
    throw new EipError("not-an-item-score", {
      where,
      found: `"correct" beside "count" is a number of successes`,
      expected: "one score a row",
      try: "--columns score=NAME",
    });
  }
  return map;
}

/**
 * Whether any column has a name for model, item or score: the file means to be a table of outcomes.
 *
 * @example
 * ```ts
 * hasKnownColumn(["name", "Score"]); // true
 * hasKnownColumn(["name", "city"]); // false
 * ```
 */
export function hasKnownColumn(header: readonly string[]): boolean {
  const names = header.map(plainName);
  return (["model", "item", "score"] as const).some((role) =>
    names.some((name) => claimsRole(role, name, names)),
  );
}

/**
 * The columns option, checked.
 *
 * @throws EipError `bad-option` for a role that does not exist.
 * @example
 * ```ts
 * checkColumns({ score: "points" });
 * checkColumns({ scor: "points" }); // throws bad-option
 * ```
 */
export function checkColumns(columns: Readonly<Record<string, string>>): void {
  for (const role of Object.keys(columns)) {
    if (isRole(role)) continue;
    throw new EipError("bad-option", {
      where: "--columns",
      found: `"${role}" is nothing that a column can hold`,
      expected: ROLES.slice(0, 5).join(", "),
      try: "--columns score=NAME",
    });
  }
}

function isRole(name: string): name is ColumnRole {
  return (ROLES as readonly string[]).includes(name);
}

/**
 * A column name as it is compared: without case, with `_` for spaces and hyphens.
 *
 * @example
 * ```ts
 * plainName(" Model-ID"); // "model_id"
 * ```
 */
export function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
}

function claimsRole(role: ColumnRole, name: string, names: readonly string[]): boolean {
  if (role === "model" && name === "id") return names.includes("item") && names.includes("resp");
  if (role === "score" && name === "correct") return !names.includes("count");
  return ALIASES[role].includes(name);
}

function givenColumns(
  header: readonly string[],
  columns: Readonly<Record<string, string>>,
): Map<ColumnRole, number> {
  const map = new Map<ColumnRole, number>();
  for (const [role, name] of Object.entries(columns)) {
    const exact = header.indexOf(name);
    const index =
      exact === -1 ? header.findIndex((other) => plainName(other) === plainName(name)) : exact;
    if (isRole(role) && index !== -1) map.set(role, index);
  }
  return map;
}

function refuseDuplicates(header: readonly string[], where: string): void {
  const seen = new Set<string>();
  for (const name of header) {
    if (name !== "" && seen.has(name)) {
      throw new EipError("two-columns", {
        where,
        found: `two columns are called "${name}"`,
        try: "give one of them another name",
      });
    }
    seen.add(name);
  }
}

function twoColumns(
  role: ColumnRole,
  claims: readonly number[],
  header: readonly string[],
  where: string,
): EipError {
  const names = claims.map((index) => header[index]!);
  return new EipError("two-columns", {
    where,
    found: `${names.map((name) => `"${name}"`).join(" and ")} ${names.length > 2 ? "all" : "both"} look like the ${role}`,
    try: `--columns ${role}=${names.at(-1)!}`,
  });
}
