// Compiles the loops of packages/core/assembly to WebAssembly and writes them as a module of text, which
// loads the same way in Node and in a page.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const core = fileURLToPath(new URL("../packages/core/", import.meta.url));
const target = `${core}src/numeric/web-assembly-code.ts`;
// Tables of the loops lie from byte 64 of a memory; see `firstFree` of web-assembly.ts.
const options = "-O3 --noAssert --runtime stub --enable simd --importMemory --memoryBase 64".split(
  " ",
);

/** Compiles unless the module was made from the same sources. */
export async function compileKernels() {
  const mark = `// ${fingerprint()}`;
  if (existsSync(target) && readFileSync(target, "utf8").includes(mark)) return;
  const files = new Map();
  const stderr = asc.createMemoryStream();
  const { error } = await asc.main(
    ["index.ts", "--baseDir", `${core}assembly`, "--outFile", "kernels.wasm", ...options],
    { stderr, writeFile: (name, contents) => files.set(name, contents) },
  );
  if (error) throw new Error(stderr.toString(), { cause: error });
  const text = `/** Made by scripts/compile-kernels.mjs; not to be edited. */
${mark}

/** JSON of the number of bytes of the module and of the words of 32 bits that hold them, lowest byte first. */
export const compiledCode: string =
  "${JSON.stringify(wordsOf(files.get("kernels.wasm")))}";
`;
  writeFileSync(target, text);
}

/** Words are read three times as fast as base64 where nothing is warm yet. */
function wordsOf(module) {
  const padded = Buffer.concat([module], 4 * Math.ceil(module.length / 4));
  const words = Array.from({ length: padded.length / 4 }, (_, word) =>
    padded.readUInt32LE(4 * word),
  );
  return [module.length, ...words];
}

function fingerprint() {
  const hash = createHash("sha256").update(JSON.stringify([asc.version, options]));
  for (const name of readdirSync(`${core}assembly`).toSorted()) {
    hash.update(readFileSync(`${core}assembly/${name}`));
  }
  return hash.digest("hex");
}
