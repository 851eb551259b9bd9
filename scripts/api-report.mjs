/**
 * Compares the public surface of a package with its reports in `api/`, one per entry point. A change
 * fails here until the new report is committed:
 *
 *     UPDATE_API=1 npx --yes pnpm@10.34.8 check:packages
 */

import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Extractor, ExtractorConfig } from "@microsoft/api-extractor";

const folder = process.cwd();
const { exports: entries } = JSON.parse(readFileSync("package.json", "utf8"));
mkdirSync("api", { recursive: true });
let changed = 0;
for (const [subpath, { types }] of Object.entries(entries)) {
  const name = subpath === "." ? "index" : subpath.slice(2);
  const config = ExtractorConfig.prepare({
    configObjectFullPath: join(folder, "api-extractor.json"),
    packageJsonFullPath: join(folder, "package.json"),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: resolve(folder, types),
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            module: "nodenext",
            moduleResolution: "nodenext",
            target: "es2023",
            lib: ["es2023"],
            types: ["node"],
            strict: true,
            skipLibCheck: true,
          },
          files: [resolve(folder, types)],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: join(folder, "api"),
        reportTempFolder: join(folder, "dist", "api"),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        extractorMessageReporting: { default: { logLevel: "none" } },
        tsdocMessageReporting: { default: { logLevel: "none" } },
      },
    },
  });
  const result = Extractor.invoke(config, {
    localBuild: process.env.UPDATE_API === "1",
    messageCallback: (message) => {
      if (message.logLevel === "error" || message.logLevel === "warning") return;
      message.handled = true;
    },
  });
  if (result.apiReportChanged && process.env.UPDATE_API !== "1") {
    process.stderr.write(
      `${subpath}: the public surface changed; UPDATE_API=1 writes the new report\n`,
    );
    changed += 1;
  }
}
process.exitCode = changed === 0 ? 0 : 1;
