import { execFile } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./blocks.ts";

const programs = {
  eip: "core",
  "eip-lm-eval": "lm-eval-adapter",
  "eip-openai-evals": "openai-evals-adapter",
  "eip-hf": "hf-adapter",
};

/** What a command came to: both streams as a terminal would show them. */
export interface Finished {
  readonly code: number;
  readonly printed: string;
}

/** A copy of the samples, with our programs on the path and a stand-in for the harness. */
export interface SampleShell {
  readonly folder: string;
  run(command: string): Promise<Finished>;
  remove(): void;
}

/** Makes the copy. `environment` is added to a nearly empty one. */
export function sampleShell(environment: Readonly<Record<string, string>> = {}): SampleShell {
  const home = mkdtempSync(join(tmpdir(), "eip-docs-"));
  const folder = join(home, "examples");
  const bin = join(home, "bin");
  mkdirSync(bin);
  cpSync(join(root, "examples/logs"), join(folder, "logs"), { recursive: true });
  cpSync(join(root, "examples/openai-evals/logs"), join(folder, "evallogs"), { recursive: true });
  writeFileSync(join(bin, "terminal.mjs"), terminal);
  for (const [name, script] of Object.entries(scripts(bin))) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = {
    PATH: `${bin}:/usr/bin:/bin`,
    HOME: home,
    NO_COLOR: "1",
    LANG: "C.UTF-8",
    SAMPLES: join(root, "examples/logs"),
    ...environment,
  };
  return {
    folder,
    run: (command) =>
      new Promise((done) => {
        const options = { cwd: folder, env, maxBuffer: 2 ** 26 };
        execFile("/bin/sh", ["-c", `{ ${command}\n} 2>&1`], options, (error, printed) => {
          done({ code: error === null ? 0 : Number(error.code), printed });
        });
      }),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Loaded before a program: its streams pass for a terminal of a usual width, and language models are stand-ins. */
const terminal = `const { MODELS_URL } = process.env;
if (MODELS_URL) {
  const usual = globalThis.fetch;
  globalThis.fetch = (url, options) =>
    usual(String(url).replace("http://localhost:8000", MODELS_URL), options);
}
for (const stream of [process.stdout, process.stderr]) {
  Object.defineProperties(stream, { isTTY: { value: true }, columns: { value: 110 } });
}
`;

function scripts(bin: string): Record<string, string> {
  const preload = pathToFileURL(join(bin, "terminal.mjs"));
  const own = Object.entries(programs).map(([name, folder]) => {
    const program = join(root, "packages", folder, "bin", `${name}.js`);
    return [name, `exec '${process.execPath}' --import '${preload.href}' '${program}' "$@"`];
  });
  const byPackage = Object.entries(programs).map(
    ([name, folder]) => `@eip-eval/${folder}) shift; exec ${name} "$@";;`,
  );
  return {
    ...Object.fromEntries(own),
    npx: `case "$1" in ${byPackage.join(" ")} esac\nexit 127`,
    lm_eval: harness,
  };
}

/** Writes the logs of one sample model, as the harness would: only when samples are to be logged. */
const harness = `
to=. log=
while [ $# -gt 0 ]; do
  case "$1" in --output_path) to="$2";; --log_samples) log=1;; esac
  shift
done
mkdir -p "$to"
if [ -n "$log" ]; then cp -r "$SAMPLES/kestrel-8b" "$to"
else mkdir -p "$to/kestrel-8b" && cp "$SAMPLES"/kestrel-8b/results_*.json "$to/kestrel-8b"; fi`;
