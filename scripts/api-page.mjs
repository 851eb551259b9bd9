/**
 * Prints docs/api.md: every name that the packages export, from the declarations that were built.
 *
 *     UPDATE_DOCS=1 npx --yes pnpm@10.34.8 exec vitest run packages/core/test/docs/api.test.ts
 */

import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const packages = ["core", "lm-eval-adapter", "openai-evals-adapter", "hf-adapter"];

const head = `# The functions

Made from the docstrings by \`scripts/api-page.mjs\`; a test keeps it up to date. Each name has its first sentence, its
signature, and an example where its docstring has one. Examples are excerpts: they need the imports, and a
\`matrix\` like that of [How do I rank my runs?](rank-my-runs.md#how-do-i-keep-the-result). Runnable programs are in
the pages of the [guide](README.md) and in [examples](../examples). Types that only describe options and results are
listed by name; their fields are documented where an editor shows them. The examples of \`@eip-eval/core\` that are whole
run in the tests.
`;

/** Files to the declarations in them, each read once. */
const files = new Map();

/** A declaration: its docstring and its text, without a body of members. */
function declarationsOf(file) {
  if (files.has(file)) return files.get(file);
  const text = readFileSync(file, "utf8");
  const found = new Map();
  const form =
    /(?:^\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^export (?:declare )?(?:abstract )?(function|const|class|interface|type) (\w+)([^]*?)(?=^(?:\/\*\*|export |declare |\/\/# |import |interface |type )|(?![^]))/gm;
  for (const [, comment = "", kind, name, rest] of text.matchAll(form)) {
    const signature = `${kind} ${name}${rest}`.trim();
    const known = found.get(name);
    // Overloads share the first docstring.
    found.set(
      name,
      known
        ? { ...known, signature: `${known.signature}\n${signature}` }
        : { comment, kind, signature },
    );
  }
  files.set(file, found);
  return found;
}

/** Where a name is declared, through files that only pass it on. */
function find(file, name) {
  const own = declarationsOf(file).get(name);
  if (own) return own;
  for (const { names, from } of exportsOf(file)) {
    const passed = names.find(({ as }) => as === name);
    if (passed) return find(from, passed.name);
  }
  throw new Error(`${file}: no declaration of ${name}`);
}

/** The names that a file passes on, and from where. */
function exportsOf(file) {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/^export (?:type )?\{([^}]*)\} from "([^"]+)";/gm)].map(
    ([, list, from]) => ({
      from: join(dirname(file), from.replace(/\.ts$/, ".d.ts")),
      names: list
        .split(",")
        .map((part) => part.trim().replace(/^type /, ""))
        .filter((part) => part !== "")
        .map((part) => {
          const [name, as = name] = part.split(" as ");
          return { name, as };
        }),
    }),
  );
}

/** The lines of a docstring without their stars. */
function linesOf(comment) {
  return comment.split("\n").map((line) => line.replace(/^ *\* ?/, "").trimEnd());
}

/** The first sentence, on one line. */
function sentenceOf(comment) {
  const text = linesOf(comment)
    .join("\n")
    .trim()
    .split(/\n\n|\n@|^@/)[0];
  const line = text.replaceAll(/\{@link (\w+)\}/g, "`$1`").replaceAll(/\s+/g, " ");
  return line.match(/^.*?[.:?](?= [A-Z`]|$)/)?.[0].replace(/:$/, ".") ?? line;
}

/** The code of the first example. */
function exampleOf(comment) {
  return linesOf(comment)
    .join("\n")
    .match(/@example[^]*?```ts\n([^]*?)```/)?.[1]
    .trimEnd();
}

function entryOf({ as, declaration: { comment, kind, signature } }) {
  const text = kind === "class" ? `${signature.split("{")[0].trim()} { … }` : signature;
  const example = exampleOf(comment);
  const shown = example === undefined ? "" : `\n\`\`\`js\n${example}\n\`\`\`\n`;
  const sentence = sentenceOf(comment);
  const words = sentence === "" ? "" : `${sentence}\n\n`;
  return `### ${as}\n\n${words}\`\`\`typescript\n${text}\n\`\`\`\n${shown}`;
}

function pageOf(title, index) {
  const all = exportsOf(index)
    .flatMap(({ names, from }) =>
      names.map(({ name, as }) => ({ as, declaration: find(from, name) })),
    )
    .toSorted((a, b) => (a.as.toLowerCase() < b.as.toLowerCase() ? -1 : 1));
  const isType = ({ declaration: { kind } }) => kind === "interface" || kind === "type";
  const types = all
    .filter(isType)
    .map(
      ({ as, declaration }) =>
        `- \`${as}\`: ${sentenceOf(declaration.comment) || "see its fields."}`,
    );
  const list = types.length === 0 ? "" : `\n### Types of ${title}\n\n${types.join("\n")}\n`;
  const entries = all.filter((one) => !isType(one)).map(entryOf);
  return `\n## ${title}\n\n${entries.join("\n")}${list}`;
}

const pages = packages.flatMap((folder) => {
  const place = join(root, "packages", folder);
  const { name, exports: entries } = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
  return Object.entries(entries)
    .filter(([, { types }]) => types !== undefined)
    .map(([subpath, { types }]) => pageOf(name + subpath.slice(1), resolve(place, types)));
});
process.stdout.write(head + pages.join(""));
