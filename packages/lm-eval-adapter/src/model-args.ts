import { canonicalText, isObject } from "@eip-eval/core/io";

/** Arguments that can name a model, in the order in which the harness looks for one. */
export const NAME_ARGUMENTS: readonly string[] = [
  "peft",
  "delta",
  "pretrained",
  "model",
  "path",
  "engine",
];

/** `model_args` as logged: a text of the command line, or an object. */
export interface ModelArgs {
  /** In the spelling of the command line. */
  readonly text: string;
  readonly given: ReadonlyMap<string, string>;
  /** The argument that names the model. */
  readonly naming: string | undefined;
}

/**
 * Reads `model_args`.
 *
 * @example
 * ```ts
 * modelArgsFrom("pretrained=org/base,peft=org/tuned").naming; // "peft"
 * modelArgsFrom({ pretrained: "org/base" }).text; // "pretrained=org/base"
 * ```
 */
export function modelArgsFrom(logged: unknown): ModelArgs {
  const pairs = isObject(logged) ? pairsOfObject(logged) : pairsOfText(logged);
  const given = new Map(pairs.filter(([name]) => /^\w[\w.-]*$/.test(name)));
  return {
    text: typeof logged === "string" ? logged : pairs.map((pair) => pair.join("=")).join(","),
    given,
    naming: NAME_ARGUMENTS.find((name) => given.get(name)),
  };
}

function pairsOfObject(logged: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(logged).map(([name, value]) => [
    name,
    typeof value === "string" ? value : canonicalText(value),
  ]);
}

function pairsOfText(logged: unknown): [string, string][] {
  if (typeof logged !== "string") return [];
  return logged.split(",").map((argument) => {
    const equals = argument.indexOf("=");
    return [argument.slice(0, Math.max(0, equals)).trim(), argument.slice(equals + 1).trim()];
  });
}

/**
 * The model that `model_args` in a file name stand for, where `/` became `__` and perhaps `=` too.
 *
 * @example
 * ```ts
 * modelInFileName("pretrained__meta-llama__Llama-2-7b-hf,dtype__auto"); // "meta-llama/Llama-2-7b-hf"
 * ```
 */
export function modelInFileName(modelArgs: string): string | undefined {
  const found = modelArgs.split(",");
  for (const name of NAME_ARGUMENTS) {
    const argument = found.find((one) => one.startsWith(`${name}=`) || one.startsWith(`${name}__`));
    const value = argument?.slice(name.length).replace(/^(?:=|__)/, "");
    if (value) return value.replaceAll("__", "/");
  }
  return undefined;
}
