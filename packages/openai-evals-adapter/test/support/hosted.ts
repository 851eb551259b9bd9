type Json = Record<string, unknown>;

interface RowParts {
  readonly run?: string;
  readonly index: number;
  readonly item?: Json | null;
  readonly grades?: Json;
  readonly passes?: Json;
  readonly model?: string;
  readonly question?: string;
  readonly error?: Json;
}

export const UUIDS = [
  "-0a1b2c3d-0000-4000-8000-0123456789ab",
  "-ffffffff-1111-4111-8111-ba9876543210",
];

/** One row of a dashboard export. */
export function exportRow({
  run = "evalrun_1",
  index,
  item = { question: `q${index}` },
  grades = {},
  passes = {},
  model = "gpt-4o-2024-08-06",
  question = `q${index}`,
  error,
}: RowParts): Json {
  return {
    run_id: run,
    data_source_idx: index,
    ...(item === null ? {} : { item }),
    sample: {
      trajectory: [{ role: "user", content: question }],
      outputs: [{ role: "assistant", content: `a${index}` }],
      finish_reason: "stop",
      sampled_model_name: error ? "" : model,
      ...(error ? { error } : { sampled_model_params: { temperature: 1 }, token_usage: {} }),
    },
    grades,
    grader_samples: {},
    passes,
  };
}

/** The rows of a run under one grader. */
export function exportRun(
  scores: readonly number[],
  { grader = "exact", ...parts }: Partial<RowParts> & { grader?: string } = {},
): Json[] {
  return scores.map((score, index) =>
    exportRow({ ...parts, index, grades: { [grader]: score }, passes: { [grader]: score > 0.5 } }),
  );
}

/** An output item of the API. */
export function outputItem({
  index,
  results,
  run = "evalrun_1",
  error = null,
  id = `outputitem_${run}_${index}`,
}: {
  readonly index: number;
  readonly results: readonly Json[];
  readonly run?: string;
  readonly error?: unknown;
  readonly id?: string;
}): Json {
  return {
    object: "eval.run.output_item",
    id,
    created_at: 1,
    run_id: run,
    eval_id: "eval_7",
    status: "pass",
    datasource_item_id: index,
    datasource_item: { question: `q${index}` },
    results,
    sample: {
      input: [{ role: "user", content: `q${index}` }],
      output: [{ role: "assistant", content: `a${index}` }],
      model: "gpt-4o-2024-08-06",
      error,
      temperature: 1,
      top_p: 1,
      seed: 42,
    },
  };
}

export function page(data: readonly Json[]): Json {
  return { object: "list", data, first_id: "a", last_id: "b", has_more: false };
}
