/** `eip.yaml`: settings that stay with a folder. */

import { readFile } from "node:fs/promises";
import { EipError } from "../errors.ts";
import { nearestName } from "../io/nearest-name.ts";
import { configSchema, type Config } from "./config-schema.ts";

const configFile = "eip.yaml";

/** Settings and the file they came from; nothing but `file: undefined` where there is none. */
export interface LoadedConfig {
  readonly config: Config;
  readonly file: string | undefined;
}

/**
 * Reads `eip.yaml` of the current folder, or the file that was named. Every key must be known.
 *
 * @param wanted A file name, `false` for none, or nothing for the default.
 * @throws EipError `not-found` for a named file that is absent; `config` with file and line for text
 *   that is not YAML, an unknown key or a value that does not fit.
 */
export async function loadConfig(wanted: string | boolean | undefined): Promise<LoadedConfig> {
  if (wanted === false) return { config: {}, file: undefined };
  const file = typeof wanted === "string" ? wanted : configFile;
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    const absent = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (absent && typeof wanted !== "string") return { config: {}, file: undefined };
    throw new EipError(absent ? "not-found" : "unreadable", {
      where: absent ? undefined : file,
      found: absent ? `no file "${file}"` : (error as Error).message,
      cause: error,
    });
  }
  return { config: await parsedConfig(text, file), file };
}

async function parsedConfig(text: string, file: string): Promise<Config> {
  const [{ LineCounter, parseDocument }, schema] = await Promise.all([
    import("yaml"),
    configSchema(),
  ]);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [mistake] = document.errors;
  if (mistake) {
    throw new EipError("config", {
      where: `${file}:${lines.linePos(mistake.pos[0]).line}`,
      found: mistake.message.split(/ at line|\n/)[0]!,
    });
  }
  const checked = schema.check(document.toJS() ?? {});
  if ("config" in checked) return checked.config;
  const { path, message, unknownKey } = checked.issue;
  if (unknownKey === undefined) {
    throw new EipError("config", {
      where: `${file}:${lineOf(path)}`,
      found: `${path.join(".")}: ${message}`,
    });
  }
  const known = schema.knownKeys(path);
  throw new EipError("config", {
    where: `${file}:${lineOf([...path, unknownKey])}`,
    found: `unknown key "${unknownKey}"`,
    try: nearestName(unknownKey, known) ?? `one of ${known.join(", ")}`,
  });

  /** The line of the key that leads to a value. */
  function lineOf(steps: readonly PropertyKey[]): number {
    let node: unknown = document.contents;
    let offset = 0;
    for (const step of steps) {
      const pair = pairsOf(node).find(({ key }) => String(key.value) === String(step));
      if (!pair) break;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    }
    return lines.linePos(offset).line;
  }
}

interface Pair {
  readonly key: { readonly value: unknown; readonly range?: readonly number[] | null };
  readonly value: unknown;
}

function pairsOf(node: unknown): readonly Pair[] {
  return typeof node === "object" && node !== null && "items" in node
    ? (node.items as readonly Pair[]).filter((pair) => typeof pair === "object" && "key" in pair)
    : [];
}
