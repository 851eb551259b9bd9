import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const packages = readdirSync(join(root, "packages")).filter((name) =>
  existsSync(join(root, "packages", name, "package.json")),
);
const adapters = packages.filter((name) => name.endsWith("-adapter"));

interface Manifest {
  readonly name: string;
  readonly bin?: Record<string, string>;
  readonly exports: Record<string, Record<string, string>>;
  readonly publishConfig: { readonly exports: Record<string, Record<string, string>> };
  readonly dependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}

const manifest = (name: string): Manifest =>
  JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")) as Manifest;

function sources(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file));
}

/** Modules that a file imports, with a flag for those it only takes types from. */
function imports(file: string): readonly { readonly from: string; readonly typesOnly: boolean }[] {
  const code = readFileSync(file, "utf8").replaceAll(/\/\*[^]*?\*\//g, "");
  const fixed = [...code.matchAll(/^(?:import|export) (type )?[^;]*?from "([^"]+)"/gm)];
  const onUse = [...code.matchAll(/import\("([^"]+)"\)/g)];
  return [
    ...fixed.map(([, type, from]) => ({ from: from!, typesOnly: type !== undefined })),
    ...onUse.map(([, from]) => ({ from: from!, typesOnly: false })),
  ];
}

const bare = (from: string) => !from.startsWith(".") && !from.startsWith("node:");
const packageOf = (from: string) =>
  from
    .split("/")
    .slice(0, from.startsWith("@") ? 2 : 1)
    .join("/");

describe("the pure entry of core", () => {
  it("loads no third-party module and nothing of Node", () => {
    const seen = new Set<string>();
    const foreign: string[] = [];
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const { from, typesOnly } of imports(file)) {
        if (typesOnly) continue;
        if (from.startsWith(".")) visit(resolve(dirname(file), from));
        else foreign.push(`${file}: ${from}`);
      }
    };
    visit(join(root, "packages/core/src/index.ts"));
    expect(foreign).toEqual([]);
    expect(seen.size).toBeGreaterThan(20);
  });
});

describe.each(packages)("package %s", (name) => {
  const { dependencies = {}, peerDependencies = {}, ...rest } = manifest(name);
  const used = new Set(
    sources(join(root, "packages", name, "src"))
      .flatMap(imports)
      .map(({ from }) => from)
      .filter(bare)
      .map(packageOf),
  );

  it("declares what it imports, and imports what it declares", () => {
    const declared = Object.keys({ ...dependencies, ...peerDependencies });
    expect([...used].toSorted()).toEqual(declared.toSorted());
  });

  it("has the source behind every subpath, and publishes the same ones without it", () => {
    for (const [subpath, conditions] of Object.entries(rest.exports)) {
      const { "@eip-eval/source": source, ...published } = conditions;
      expect(existsSync(join(root, "packages", name, source!)), subpath).toBe(true);
      expect(rest.publishConfig.exports[subpath]).toEqual(published);
    }
  });

  it("has a README, a licence and the program it names", () => {
    for (const file of ["README.md", "LICENSE", ...Object.values(rest.bin ?? {})]) {
      expect(existsSync(join(root, "packages", name, file)), file).toBe(true);
    }
  });
});

describe.each(adapters)("adapter %s", (name) => {
  it.each(["index", "adapter", "files", "record", "outcomes", "cli"])("has %s.ts", (file) => {
    expect(existsSync(join(root, "packages", name, "src", `${file}.ts`))).toBe(true);
  });
});
