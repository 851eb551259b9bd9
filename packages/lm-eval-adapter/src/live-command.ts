import { readFile } from "node:fs/promises";
import { basename, dirname, extname } from "node:path";
import { pythonOption, type OutputPlace, type RunPlan } from "@eip-eval/core/cli";

/**
 * Where a command of the harness will write, and what it would not write at all.
 *
 * @example
 * ```ts
 * await planRun(["lm_eval", "--tasks", "gsm8k", "--output_path", "out"]);
 * // { places: [{ path: "out" }], warnings: ["--log_samples is missing: …"] }
 * ```
 */
export async function planRun(command: readonly string[]): Promise<RunPlan> {
  const args = argumentsOf(command);
  if (!args) {
    const unknown = `${command[0]} is no command of lm-evaluation-harness that is known here; it is started all the same.`;
    return { ...planOf(command, {}), warnings: [unknown] };
  }
  return planOf(args, await settingsOf(pythonOption(args, "--config", "-C").value));
}

/**
 * What stands behind `lm_eval`, `lm-eval` or `-m lm_eval`, whatever starts it; `undefined` where none
 * of them occurs. Behind another option it may be that option's value, and is taken for the command
 * only where options of the harness follow.
 */
function argumentsOf(command: readonly string[]): readonly string[] | undefined {
  const isHarness = (word: string): boolean =>
    /(?:^|[\\/])lm[_-]eval(?:\.__main__|[\\/]__main__\.py)?(?:\.exe)?$/i.test(word);
  const places = [...command.keys()].filter((at) => isHarness(command[at]!));
  const isBehindOption = (at: number): boolean => {
    const before = command[at - 1] ?? "";
    return before.startsWith("-") && before !== "-m" && before !== "--module";
  };
  const at =
    places.find((place) => !isBehindOption(place)) ??
    places.find((place) => asksHarness(command.slice(place + 1)));
  return at === undefined ? undefined : command.slice(at + 1);
}

function asksHarness(args: readonly string[]): boolean {
  return (
    pythonOption(args, "--tasks", "-t").isGiven || pythonOption(args, "--config", "-C").isGiven
  );
}

interface Settings {
  readonly outputPath?: string | undefined;
  readonly logsSamples?: boolean | undefined;
}

/** The two settings that matter, from the file of `--config` (0.4.10 and later). */
async function settingsOf(file: string | undefined): Promise<Settings> {
  if (file === undefined) return {};
  const text = await readFile(file, "utf8").catch(() => "");
  const valueOf = (key: string): string | undefined =>
    new RegExp(`^${key}:[ \\t]*["']?([^"'#\\n]+?)["']?[ \\t]*(?:#.*)?$`, "m").exec(text)?.[1];
  return {
    outputPath: valueOf("output_path"),
    logsSamples: /^true$/i.test(valueOf("log_samples") ?? ""),
  };
}

function planOf(args: readonly string[], { outputPath, logsSamples }: Settings): RunPlan {
  const output = pythonOption(args, "--output_path", "-o").value ?? outputPath;
  const isLogging =
    logsSamples ||
    pythonOption(args, "--log_samples", "-s").isGiven ||
    pythonOption(args, "--predict_only", "-x").isGiven;
  return {
    places: output === undefined ? [] : placesOf(output),
    warnings: [
      ...(output === undefined
        ? ["--output_path is missing: the harness will write no file, and nothing can be ranked."]
        : []),
      ...(isLogging
        ? []
        : [
            "--log_samples is missing: the harness will write totals only, which cannot be ranked.",
          ]),
    ],
  };
}

/**
 * A name with the ending `.json` is a folder in 0.4.3 to 0.4.8; before, the results file itself, and
 * since, the front of its name. The samples then lie in the folder around it.
 */
function placesOf(output: string): readonly OutputPlace[] {
  const ending = extname(output);
  if (ending !== ".json" && ending !== ".jsonl") return [{ path: output }];
  const stem = basename(output, ending);
  const only = (name: string): boolean =>
    name !== basename(output) &&
    /\.jsonl?$/.test(name) &&
    (name.startsWith(`${stem}_`) || name.endsWith(".jsonl"));
  return [{ path: output }, { path: dirname(output), only }];
}
