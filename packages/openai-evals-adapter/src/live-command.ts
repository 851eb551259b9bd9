import { basename, dirname } from "node:path";
import { pythonOption, type OutputPlace, type RunPlan } from "@eip-eval/core/cli";

/** Where logs go that nobody names a place for (section 1.5). */
const USUAL_FOLDER = "/tmp/evallogs";

/**
 * Where a command of openai/evals will write its log.
 *
 * @example
 * ```ts
 * planRun(["oaieval", "gpt-4", "coins", "--record_path", "logs/gpt-4.jsonl"]);
 * // { places: [{ path: "logs", … }], warnings: [] }
 * ```
 */
export function planRun(command: readonly string[]): RunPlan {
  const program = programIn(command);
  const recordPath = pythonOption(command, "--record_path").value;
  const has = (option: string): boolean => pythonOption(command, option).isGiven;
  const warnings = [
    ...(program === undefined
      ? [
          `${command[0]} is no command of openai/evals that is known here; it is started all the same.`,
        ]
      : []),
    ...(has("--dry-run") ? ["--dry-run writes no log: nothing can be ranked."] : []),
    ...(has("--http-run")
      ? [
          "--http-run sends the events away and leaves a log with a spec line only; watch --listen receives them.",
        ]
      : []),
    ...(program === "oaievalset" && recordPath !== undefined
      ? ["--record_path is passed on to every eval of the set, and each begins the file anew."]
      : []),
  ];
  return { places: has("--dry-run") ? [] : [placeOf(recordPath)], warnings };
}

function programIn(command: readonly string[]): string | undefined {
  const names = command.map(
    (word) => /^(?:evals\.cli\.)?(oaieval(?:set)?)(?:\.exe|\.py)?$/i.exec(basename(word))?.[1],
  );
  return names.find((name) => name !== undefined);
}

/** The logs beside the one that is named are ranked with it. */
function placeOf(recordPath: string | undefined): OutputPlace {
  if (recordPath === undefined) return { path: USUAL_FOLDER };
  const own = basename(recordPath);
  return {
    path: dirname(recordPath),
    only: (name) => name === own || /\.(?:jsonl|log)$/i.test(name),
  };
}
