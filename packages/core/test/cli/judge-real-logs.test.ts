import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { hfDetails } from "../../../hf-adapter/src/index.ts";
import { lmEval } from "../../../lm-eval-adapter/src/index.ts";
import { openaiEvals } from "../../../openai-evals-adapter/src/index.ts";
import type { Adapter } from "../../src/outcomes/adapter.ts";
import type { JudgeReport } from "../../src/report/judge-report.ts";
import { sharedData } from "../io/shared-data.ts";
import { fakeEndpoint } from "../support/fake-endpoint.ts";
import { run } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "eip-judge-real-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Logs {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly adapter: Adapter;
  readonly path: readonly string[];
  readonly answers: number;
}

const logs: readonly Logs[] = [
  {
    name: "lm-eval",
    kinds: ["lm-eval"],
    adapter: lmEval,
    path: ["lm-eval", "deepprinciple__lm-evaluation-harness", "results"],
    answers: 4,
  },
  {
    name: "openai-evals",
    kinds: ["openai-evals"],
    adapter: openaiEvals,
    path: ["openai-evals", "zeno-ml__zeno-evals"],
    answers: 505,
  },
  {
    name: "hf",
    kinds: ["hf", "lm-eval"],
    adapter: hfDetails,
    path: ["hf", "repos", "open-llm-leaderboard"],
    answers: 1920,
  },
];

describe.skipIf(!sharedData.isHere)(`judge on real logs (${sharedData.reason})`, () => {
  it.each(logs)(
    "$name: judges what has texts, once",
    async ({ name, kinds, adapter, path, answers }) => {
      const { endpoint, requests } = await fakeEndpoint(({ user }) => {
        const data = JSON.parse(user.split("\n")[1]!) as Record<string, string | null>;
        const score = data["answer"] === data["reference"] ? 1 : 0.25;
        return JSON.stringify({ reason: "compared", score });
      });
      const harness = { kinds, adapter: async () => adapter };
      const judged = async (...flags: string[]) => {
        const argv = ["judge", sharedData.path(...path), "--endpoint", endpoint, "--json", "-q"];
        const cache = ["--cache", join(folder, `${name}.jsonl`)];
        const finished = await run([...argv, ...cache, ...flags], { program: { harness } });
        expect(finished.stderr).toBe("");
        expect(finished.code).toBe(0);
        return JSON.parse(finished.stdout) as unknown;
      };
      const plan = (await judged()) as { answers: number; calls: number; withoutText: number };
      expect(plan.answers).toBe(answers);
      expect(requests).toHaveLength(0);
      const to = join(folder, `${name}-judged.jsonl`);
      const report = (await judged("--send", "-o", to)) as JudgeReport;
      expect(requests).toHaveLength(plan.calls);
      expect(new Set(requests.map(({ system }) => system)).size).toBe(1);
      const graded = report.groups.reduce((sum, group) => sum + group.graded, 0);
      expect(graded + report.ungraded.length).toBe(answers);
      const again = (await judged("--send")) as JudgeReport;
      expect(requests).toHaveLength(plan.calls);
      expect(again.groups).toEqual(report.groups);
      const { code } = await run(["check", to]);
      expect(code).toBe(0);
    },
  );
});
