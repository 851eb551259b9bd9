// Bundles the scripts and the style of the report page into a module of strings, which the page's
// writer imports.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const report = fileURLToPath(new URL("../packages/core/src/report/", import.meta.url));
const target = `${report}page-assets.ts`;

export async function bundlePage() {
  const [{ output }] = await build({
    configFile: false,
    logLevel: "warn",
    plugins: [withoutWebAssembly],
    build: {
      write: false,
      target: "es2022",
      minify: true,
      lib: { entry: `${report}page/main.ts`, formats: ["iife"], name: "eip", fileName: "page" },
    },
  });
  // A script in a page ends at the first end tag, whatever it stands in.
  const script = output[0].code.trim().replaceAll("</script", String.raw`<\/script`);
  const style = readFileSync(`${report}page/style.css`, "utf8")
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const hash = createHash("sha256").update(script).digest("base64");
  const text = `/** Made by scripts/bundle-page.mjs; not to be edited. */

export const pageScript: string = ${JSON.stringify(script)};
export const pageScriptHash: string = ${JSON.stringify(hash)};
export const pageStyle: string = ${JSON.stringify(style)};
`;
  // An unchanged file keeps its time, so that an incremental build stays one.
  if (!existsSync(target) || readFileSync(target, "utf8") !== text) writeFileSync(target, text);
}

/** The policy of the page forbids compiling; it does with the loops in TypeScript. */
const withoutWebAssembly = {
  name: "without-web-assembly",
  load: (id) => (id.endsWith("/web-assembly-code.ts") ? 'export const compiledCode = "";' : null),
};
