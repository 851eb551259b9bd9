import { harnessProgram as program } from "./fake-harness.ts";
import { run, type Finished } from "./run.ts";

export interface StartedWatch {
  /** Waits until it said something that fits, on a busy machine too. */
  said(sentence: string | RegExp): Promise<RegExpMatchArray>;
  stop(): Promise<Finished>;
}

/** A watch that goes on until it is told to stop. */
export function started(...argv: readonly string[]): StartedWatch {
  const abort = new AbortController();
  let stderr = "";
  const finished = run(["watch", "--interval", "0.05", ...argv], {
    program,
    signal: abort.signal,
    onWrite: (name, text) => (stderr += name === "stderr" ? text : ""),
  });
  return {
    async said(sentence) {
      const deadline = Date.now() + 60_000;
      for (;;) {
        const found = stderr.match(sentence);
        if (found) return found;
        if (Date.now() > deadline) throw new Error(`not within a minute; so far: ${stderr}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    stop() {
      abort.abort();
      return finished;
    },
  };
}
