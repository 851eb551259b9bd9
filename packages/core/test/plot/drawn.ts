/** A strict reader for the SVG of figures: what it cannot read, a browser might not either. */

import { expect } from "vitest";
import { labelBox, type Box } from "../../src/plot/label.ts";

export interface DrawnElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly DrawnElement[];
  /** Text directly inside, decoded. */
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: DrawnElement[];
  text: string;
}

/** Parses one element and everything in it; throws where it is not well-formed. */
export function parsed(svg: string): DrawnElement {
  const root: Open = { name: "", attributes: new Map(), children: [], text: "" };
  const open: Open[] = [root];
  let at = 0;
  while (at < svg.length) {
    if (svg[at] !== "<") {
      const end = svg.indexOf("<", at) < 0 ? svg.length : svg.indexOf("<", at);
      open.at(-1)!.text += decoded(svg.slice(at, end));
      at = end;
      continue;
    }
    const tag = /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<]*")*)(\/?)>/y;
    tag.lastIndex = at;
    const found = tag.exec(svg);
    if (!found) throw new Error(`not well-formed: ${svg.slice(at, at + 80)}`);
    at = tag.lastIndex;
    const [, closing, name, attributes, alone] = found;
    if (closing) {
      const last = open.pop()!;
      if (last.name !== name) throw new Error(`<${last.name}> ends as </${name}>`);
      open.at(-1)!.children.push(last);
    } else {
      const element = {
        name: name!,
        attributes: attributesOf(attributes!),
        children: [],
        text: "",
      };
      if (alone) open.at(-1)!.children.push(element);
      else open.push(element);
    }
  }
  if (open.length !== 1 || root.children.length !== 1) throw new Error("not one element");
  return root.children[0]!;
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name, value] of text.matchAll(/([\w:-]+)="([^"]*)"/g)) {
    if (found.has(name!)) throw new Error(`two ${name}`);
    found.set(name!, decoded(value!));
  }
  return found;
}

const entities = new Map([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#39;", "'"],
]);

function decoded(text: string): string {
  // eslint-disable-next-line no-control-regex -- XML 1.0 has no such characters.
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/.test(text) || /\p{Cs}/u.test(text)) {
    throw new Error("a character that XML does not have");
  }
  return text.replaceAll(/&[^;]*;?/g, (entity) => {
    const character = entities.get(entity);
    if (character === undefined) throw new Error(`unknown ${entity}`);
    return character;
  });
}

/** All elements, outer ones first. */
export function all(element: DrawnElement): readonly DrawnElement[] {
  return [element, ...element.children.flatMap(all)];
}

/** Visible texts: labels, not names and descriptions. */
export function texts(svg: DrawnElement): readonly DrawnElement[] {
  return all(svg).filter(({ name }) => name === "text");
}

/** Names of the groups that stand for a model. */
export function modelsOf(svg: DrawnElement): readonly string[] {
  return all(svg).flatMap(({ attributes }) => attributes.get("data-model") ?? []);
}

/** What every figure promises, whatever the data. */
export function expectSound(source: string): DrawnElement {
  const svg = parsed(source);
  expect(source).not.toMatch(/NaN|Infinity|undefined/);
  expect(svg.name).toBe("svg");
  expect(svg.attributes.get("role")).toBe("img");
  expect(svg.children.slice(0, 2).map(({ name }) => name)).toEqual(["title", "desc"]);
  const elements = all(svg);
  const names = new Set(elements.map(({ name }) => name));
  for (const forbidden of ["script", "foreignObject", "a", "use", "animate", "set"]) {
    expect(names.has(forbidden), forbidden).toBe(false);
  }
  for (const { attributes } of elements) {
    for (const [name, value] of attributes) {
      expect(name === "id" || name === "style" || name.startsWith("on"), name).toBe(false);
      if (name === "href") expect(value).toMatch(/^data:image\/png;base64,[A-Za-z0-9+/=]+$/);
    }
  }
  const frame = frameOf(svg);
  for (const element of elements) expectInside(element, frame);
  expectApart(texts(svg).map((text) => ({ box: textBox(text), text: text.text })));
  return svg;
}

function frameOf(svg: DrawnElement): Box {
  const [left, top, width, height] = svg.attributes.get("viewBox")!.split(" ").map(Number);
  return { left: left!, top: top!, right: left! + width!, bottom: top! + height! };
}

function textBox({ attributes, text }: DrawnElement): Box {
  const known = (name: string) => Number(attributes.get(name));
  return labelBox({
    text,
    x: known("x"),
    y: known("y"),
    size: attributes.has("font-size") ? known("font-size") : undefined,
    anchor: attributes.get("text-anchor") as "middle" | "end" | undefined,
    bold: attributes.has("font-weight"),
  });
}

function expectInside(element: DrawnElement, frame: Box): void {
  const box = boxOf(element);
  if (!box) return;
  // Numbers are rounded to a hundredth.
  const slack = 0.02;
  const what = `${element.name} ${element.text} ${[...element.attributes].join(" ").slice(0, 200)}`;
  expect(box.left, what).toBeGreaterThanOrEqual(frame.left - slack);
  expect(box.top, what).toBeGreaterThanOrEqual(frame.top - slack);
  expect(box.right, what).toBeLessThanOrEqual(frame.right + slack);
  expect(box.bottom, what).toBeLessThanOrEqual(frame.bottom + slack);
}

function boxOf(element: DrawnElement): Box | undefined {
  const { name, attributes } = element;
  const known = (key: string) => {
    const value = Number(attributes.get(key) ?? 0);
    if (!Number.isFinite(value)) throw new Error(`${name} ${key} is ${attributes.get(key)}`);
    return value;
  };
  if (name === "text") return textBox(element);
  if (name === "rect" || name === "image") {
    const [left, top] = [known("x"), known("y")];
    expect(Math.min(known("width"), known("height"))).toBeGreaterThanOrEqual(0);
    if (name === "rect" && !attributes.has("x")) return undefined;
    return { left, top, right: left + known("width"), bottom: top + known("height") };
  }
  if (name === "circle") {
    const [x, y, r] = [known("cx"), known("cy"), known("r")];
    return { left: x - r, top: y - r, right: x + r, bottom: y + r };
  }
  if (name === "line") return around([known("x1"), known("x2")], [known("y1"), known("y2")]);
  if (name === "polygon") {
    const numbers = numbersIn(attributes.get("points")!);
    return around(
      numbers.filter((_, at) => at % 2 === 0),
      numbers.filter((_, at) => at % 2 === 1),
    );
  }
  if (name === "path") return pathBox(attributes.get("d") ?? "");
  return undefined;
}

function pathBox(d: string): Box | undefined {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const [, command, rest] of d.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = numbersIn(rest!);
    if (command === "H") xs.push(...numbers);
    else if (command === "V") ys.push(...numbers);
    else {
      expect("MLCZ").toContain(command);
      xs.push(...numbers.filter((_, at) => at % 2 === 0));
      ys.push(...numbers.filter((_, at) => at % 2 === 1));
    }
  }
  return xs.length === 0 ? undefined : around(xs, ys);
}

function numbersIn(text: string): readonly number[] {
  const numbers = text.match(/-?[\d.]+/g)?.map(Number) ?? [];
  expect(numbers.every(Number.isFinite)).toBe(true);
  return numbers;
}

function around(xs: readonly number[], ys: readonly number[]): Box {
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

function expectApart(labels: readonly { readonly box: Box; readonly text: string }[]): void {
  const slack = 0.05;
  for (const [index, { box, text }] of labels.entries()) {
    for (const other of labels.slice(index + 1)) {
      const isApart =
        box.right <= other.box.left + slack ||
        other.box.right <= box.left + slack ||
        box.bottom <= other.box.top + slack ||
        other.box.bottom <= box.top + slack;
      if (!isApart) throw new Error(`labels overlap: "${text}" and "${other.text}"`);
    }
  }
}
