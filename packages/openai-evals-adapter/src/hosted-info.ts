import { isObject, member, textOf } from "@eip-eval/core/io";

/** What the API says about a run beside its items (format document, section 7.2). */
export interface RunInfo {
  readonly kind: "run-info";
  readonly runId: string;
  readonly evalId: string | undefined;
  readonly model: string | undefined;
  readonly status: string | undefined;
  /** How many items it was to have. */
  readonly total: number | undefined;
}

/** What the API calls an eval. */
export interface EvalInfo {
  readonly kind: "eval-info";
  readonly evalId: string;
  readonly name: string;
}

/** An `eval` or `eval.run` object of the API; `undefined` for any other value. */
export function hostedInfo(value: unknown): RunInfo | EvalInfo | undefined {
  const id = textOf(member(value, "id"));
  if (!isObject(value) || id === undefined) return undefined;
  const type = member(value, "object");
  if (type === "eval") return { kind: "eval-info", evalId: id, name: textOf(value["name"]) ?? id };
  if (type !== "eval.run") return undefined;
  const total = member(value, "result_counts", "total");
  return {
    kind: "run-info",
    runId: id,
    evalId: textOf(member(value, "eval_id")),
    model: textOf(member(value, "model")),
    status: textOf(member(value, "status")),
    total: typeof total === "number" ? total : undefined,
  };
}
