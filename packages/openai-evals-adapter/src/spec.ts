import { fingerprint } from "./fingerprint.ts";
import { canonicalText, isObject, member, textOf, type JsonObject } from "@eip-eval/core/io";
import { textsIn } from "./texts-in.ts";

/**
 * What is kept of the spec line of a run, in either layout (format document, section 1.2). The rest
 * stays unread or goes into a fingerprint only: `command` and `api_key` are in it.
 */
export interface RunSpec {
  readonly benchmark: string | undefined;
  /** Completion functions as they were given: the model first, perhaps a grader last. */
  readonly completionFns: readonly string[];
  readonly model: string | undefined;
  /** Who grades, where a model does (format document, section 3). */
  readonly grader: string | undefined;
  /** How many completion functions are tested against each other; 1 for a model's own score. */
  readonly tested: number;
  /** Name of the class, without its module. */
  readonly evalClass: string | undefined;
  readonly modelgradedSpec: string | undefined;
  readonly seed: number | undefined;
  readonly maxSamples: number | undefined;
  /** When it was started, in UTC. */
  readonly date: string | undefined;
  /** Fingerprints of the arguments of the eval, by name. */
  readonly args: ReadonlyMap<string, number>;
  /** Fingerprint of everything that makes two runs the same test of the same system. */
  readonly system: number;
}

/**
 * Takes a spec apart. The layouts are told apart by their keys, never by date.
 *
 * @example
 * ```ts
 * readSpec({ completion_fns: ["gpt-4"], eval_name: "coins.dev.v0" });
 * // { model: "gpt-4", benchmark: "coins.dev.v0", tested: 1, … }
 * ```
 */
export function readSpec(spec: JsonObject): RunSpec {
  const evalSpec = member(spec, "run_config", "eval_spec");
  const completionFns = completionFnsOf(spec);
  const evalClass = textOf(member(evalSpec, "cls"))?.split(":").at(-1);
  const command = textOf(member(spec, "run_config", "command")) ?? "";
  const args = argumentsOf(evalSpec, command);
  const benchmark = benchmarkOf(spec, evalSpec);
  return {
    benchmark,
    completionFns,
    model: completionFns[0],
    ...gradingOf(spec, { completionFns, evalClass }),
    evalClass,
    modelgradedSpec: modelgradedSpecOf(evalSpec),
    seed: numberIn(member(spec, "run_config", "seed")),
    maxSamples: numberIn(member(spec, "run_config", "max_samples")),
    date: dateOf(spec),
    args,
    system: fingerprint(
      canonicalText([
        benchmark ?? null,
        evalClass ?? null,
        completionFns,
        [...args],
        optionOf(command, "completion_args"),
      ]),
    ),
  };
}

function completionFnsOf(spec: JsonObject): readonly string[] {
  const lists = [member(spec, "completion_fns"), member(spec, "model_names", "completions")];
  const named = lists.map(textsIn).find((names) => names.length > 0);
  return named ?? textsIn([member(spec, "model_name")]);
}

function benchmarkOf(spec: JsonObject, evalSpec: unknown): string | undefined {
  const parts = [member(spec, "base_eval"), member(spec, "split")].flatMap(
    (part) => textOf(part) ?? [],
  );
  return (
    textOf(member(spec, "eval_name")) ?? textOf(member(evalSpec, "key")) ?? textOf(parts.join("."))
  );
}

function modelgradedSpecOf(evalSpec: unknown): string | undefined {
  return (
    textOf(member(evalSpec, "args", "modelgraded_spec")) ??
    textOf(member(evalSpec, "args", "modelgraded_spec_file"))
  );
}

/** From this day on the last completion function grades; before, the grader is an argument. */
const GRADER_IS_LAST = "2023-04-24";
const USUAL_GRADER = "gpt-3.5-turbo";

function gradingOf(
  spec: JsonObject,
  { completionFns, evalClass }: { completionFns: readonly string[]; evalClass: string | undefined },
): Pick<RunSpec, "grader" | "tested"> {
  if (evalClass !== "ModelBasedClassify") return { grader: undefined, tested: 1 };
  const isOld =
    member(spec, "completion_fns") === undefined || (dateOf(spec) ?? "9") < GRADER_IS_LAST;
  if (isOld) {
    const args = member(spec, "run_config", "eval_spec", "args");
    const named = textOf(member(args, "eval_completion_fn")) ?? textOf(member(args, "eval_model"));
    return { grader: named ?? USUAL_GRADER, tested: completionFns.length };
  }
  return { grader: completionFns.at(-1), tested: Math.max(1, completionFns.length - 1) };
}

/** Until 2024 what `--extra_eval_params` gave is in the command alone. */
function argumentsOf(evalSpec: unknown, command: string): Map<string, number> {
  const args = member(evalSpec, "args");
  const given = isObject(args) ? Object.entries(args) : [];
  const prints = new Map(given.map(([name, value]) => [name, fingerprint(canonicalText(value))]));
  const extra = optionOf(command, "extra_eval_params");
  return extra === "" ? prints : prints.set("extra_eval_params", fingerprint(extra));
}

/** The value of an option in a command; to be compared, never to be shown. */
function optionOf(command: string, option: string): string {
  const value = new RegExp(`--${option}(?:=|\\s+)('[^']*'|"[^"]*"|\\S+)`).exec(command)?.[1] ?? "";
  return value.replaceAll(/^['"]|['"]$/g, "");
}

/** The time in a spec is UTC and does not say so. */
function dateOf(spec: JsonObject): string | undefined {
  const written = textOf(member(spec, "created_at"));
  const parts = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})/.exec(written ?? "");
  return parts ? `${parts[1]}T${parts[2]}Z` : undefined;
}

function numberIn(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
