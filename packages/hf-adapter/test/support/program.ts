import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { runProgram, type OutputStream } from "@eip-eval/core/cli";
import { program } from "../../src/cli.ts";

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  /** `null`: no token. */
  readonly token?: string | null;
  readonly signal?: AbortSignal;
  readonly onWrite?: (text: string) => void;
  readonly isTTY?: boolean;
}

/** `eip-hf` against one hub, with a home of its own. */
export function programAt(url: string): {
  readonly home: string;
  readonly run: (argv: readonly string[], options?: ProgramOptions) => Promise<Finished>;
} {
  const home = mkdtempSync(join(tmpdir(), "eip-hf-home-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const run = async (
    argv: readonly string[],
    { token = "hf_granted", signal, onWrite, isTTY = false }: ProgramOptions = {},
  ): Promise<Finished> => {
    vi.stubEnv("HF_ENDPOINT", url);
    vi.stubEnv("HF_HOME", join(home, "hf"));
    vi.stubEnv("HF_TOKEN", token ?? "");
    vi.stubEnv("HUGGING_FACE_HUB_TOKEN", "");
    const written = { stdout: "", stderr: "" };
    const stream = (name: keyof typeof written): OutputStream => ({
      write(text, done) {
        written[name] += text;
        onWrite?.(text);
        done();
        return true;
      },
      isTTY,
      columns: 120,
    });
    try {
      const code = await runProgram({ ...program, version: "0.0.0" }, argv, {
        stdout: stream("stdout"),
        stderr: stream("stderr"),
        signal,
      });
      return { code, ...written };
    } finally {
      vi.unstubAllEnvs();
    }
  };
  return { home, run };
}
