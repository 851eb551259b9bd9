import { basename } from "node:path";
import { NAME_ARGUMENTS } from "./model-args.ts";

/** What the name of a per-sample file says (format document, sections 1.1 and 1.2). */
export interface SamplesName {
  /**
   * `task`: the rest is the task. `renamed`: a task and perhaps more, without a date. `arguments`:
   * `{model_args}_{task}`, as written before 0.4.3.
   */
  readonly form: "task" | "renamed" | "arguments";
  /** The name without prefix, date and extension. */
  readonly rest: string;
  readonly date: string | undefined;
}

const DATE = /(\d{4}-\d{2}-\d{2})[T ](\d{2})[-:](\d{2})[-:](\d{2})(\.\d{1,6})?/g;
const EXTENSION = /(?:\.jsonl?|\.ndjson)?(?:\.gz)?$/i;
const WRITE_OUT = "_write_out_info";
const SAMPLES = "samples_";

/**
 * The last date in a file name, in the harness's own spelling; it is local time without a zone.
 *
 * @example
 * ```ts
 * dateInName("results_2024-06-01T12-34-56.789012.json"); // "2024-06-01T12-34-56.789012"
 * dateInName("results_ifeval_2025-08-19 11:53:38.json"); // "2025-08-19T11-53-38"
 * ```
 */
export function dateInName(name: string): string | undefined {
  return lastDate(name)?.date;
}

function lastDate(name: string): { readonly date: string; readonly index: number } | undefined {
  const last = [...name.matchAll(DATE)].at(-1);
  if (!last) return undefined;
  const [, day, hours, minutes, seconds, fraction = ""] = last;
  return { date: `${day}T${hours}-${minutes}-${seconds}${fraction}`, index: last.index };
}

/**
 * Takes the name of a per-sample file apart. The task is cut at the last `_` before a date; text
 * behind the date is dropped.
 *
 * @example
 * ```ts
 * samplesName("samples_mmlu_pro_2024-06-01T12-34-56.789012.jsonl");
 * // { form: "task", rest: "mmlu_pro", date: "2024-06-01T12-34-56.789012" }
 * samplesName("pretrained__gpt2_piqa.jsonl"); // { form: "arguments", rest: "pretrained__gpt2_piqa" }
 * ```
 */
export function samplesName(path: string): SamplesName {
  const name = basename(path).replace(EXTENSION, "");
  if (name.endsWith(WRITE_OUT) && name.length > WRITE_OUT.length) {
    return { form: "task", rest: name.slice(0, -WRITE_OUT.length), date: undefined };
  }
  const found = lastDate(name);
  const undated = found ? name.slice(0, found.index).replace(/_$/, "") : name;
  const isSamples = undated.startsWith(SAMPLES) && undated.length > SAMPLES.length;
  const rest = isSamples ? undated.slice(SAMPLES.length) : undated;
  if (found) return { form: "task", rest: rest || name, date: found.date };
  return { form: isSamples ? "renamed" : "arguments", rest, date: undefined };
}

/** Whether a file is named as the harness names its per-sample files. */
export function isNamedLikeSamples(path: string): boolean {
  const name = basename(path);
  return name.startsWith(SAMPLES) || name.replace(EXTENSION, "").endsWith(WRITE_OUT);
}

/** Whether a file is named as the harness names its aggregated results. */
export function isNamedLikeResults(path: string): boolean {
  return /^results[_.]/.test(basename(path));
}

/** Whether a file is named like the output of `--write_out` of version 0.3. */
export function isNamedLikeWriteOut(path: string): boolean {
  return basename(path).replace(EXTENSION, "").endsWith(WRITE_OUT);
}

export interface TaskInName {
  readonly task: string;
  /** The model_args in front of the task, as written into the name. */
  readonly modelArgs?: string | undefined;
  /** What somebody wrote behind the task. */
  readonly suffix?: string | undefined;
}

/**
 * The task that a file name stands for, given the tasks that are known from results files. One
 * task can be the front of another, so the longest fits.
 *
 * @example
 * ```ts
 * taskInName(samplesName("samples_pubmedqa_L1.jsonl"), ["pubmedqa"]);
 * // { task: "pubmedqa", suffix: "L1" }
 * taskInName(samplesName("pretrained=org__m_trivia_qa.x.jsonl"), []);
 * // { task: "trivia_qa.x", modelArgs: "pretrained=org__m" }
 * ```
 */
export function taskInName({ form, rest }: SamplesName, known: readonly string[]): TaskInName {
  if (form === "task" || known.includes(rest)) return { task: rest };
  const longestFirst = known.toSorted((a, b) => b.length - a.length);
  if (form === "renamed") {
    const task = longestFirst.find(
      (one) => rest.startsWith(one) && /^[_.-]/.test(rest.slice(one.length)),
    );
    return task ? { task, suffix: rest.slice(task.length + 1) } : { task: rest };
  }
  const task = longestFirst.find((one) => rest.endsWith(`_${one}`));
  return task ? { task, modelArgs: rest.slice(0, -task.length - 1) } : taskBehindArguments(rest);
}

const NAME_ARGUMENT = new RegExp(`^(?:${NAME_ARGUMENTS.join("|")})(?:=|__)`);

/** Underscores are doubled for `/` and `=`, so the first single one behind a value ends it. */
function taskBehindArguments(rest: string): TaskInName {
  if (rest.startsWith("_") && rest.length > 1) return { task: rest.slice(1), modelArgs: "" };
  if (!NAME_ARGUMENT.test(rest)) return { task: rest };
  const lastArgument = rest.lastIndexOf(",") + 1;
  const value = /(?:=|__)/.exec(rest.slice(lastArgument));
  if (!value) return { task: rest };
  const from = lastArgument + value.index + value[0].length;
  const single = /(?<!_)_(?!_)/.exec(rest.slice(from));
  if (!single) return { task: rest };
  const cut = from + single.index;
  return { task: rest.slice(cut + 1), modelArgs: rest.slice(0, cut) };
}
