import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderWith, longTable, run } from "../cli/run.ts";

// The page in the browser that Debian packages; without one these tests are skipped.
const executablePath = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].find((path) => path !== undefined && existsSync(path));

const hostile = [
  "</script><script>window.hacked=1</script>",
  '"><img src=x onerror=window.hacked=2>',
  "m&m's",
  "javascript:alert(1)",
];

function hostileTable(): string {
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
  let csv = "model,benchmark,item,score\n";
  for (let m = 0; m < 12; m += 1) {
    for (let q = 0; q < 80; q += 1) {
      const solves = (q * 7 + m * 13) % 80 < 15 + m * 5;
      const [model, item] = [hostile[m] ?? `model-${m}`, hostile[q] ?? `q${q}`];
      csv += `${quoted(model)},toy,${quoted(item)},${solves ? 1 : 0}\n`;
    }
  }
  return csv;
}

/** Two benchmarks; m3 was not asked the second half, m2 has partial credit. */
function gapTable(): string {
  let csv = "model,benchmark,item,score\n";
  for (let m = 0; m < 9; m += 1) {
    for (let q = 0; q < 120; q += 1) {
      if (m === 3 && q > 60) continue;
      const score = m === 2 && q % 7 === 0 ? 0.5 : (q * 7 + m * 13) % 120 < 30 + m * 9 ? 1 : 0;
      csv += `m${m},${q % 3 === 0 ? "first" : "second"},q${q},${score}\n`;
    }
  }
  return csv;
}

/** An item that only the weaker models solve, and one that nobody does. */
function wrongKeyTable(): string {
  const twist = (line: string) => {
    const [model = "", benchmark, item, score] = line.split(",");
    if (item === "q5") return `${model},${benchmark},${item},${Number(model.slice(1)) < 6 ? 1 : 0}`;
    return item === "q6"
      ? `${model},${benchmark},${item},0`
      : `${model},${benchmark},${item},${score}`;
  };
  const [head, ...lines] = longTable(12, 60).trim().split("\n");
  return `${[head, ...lines.map(twist)].join("\n")}\n`;
}

const file = folderWith({
  "pool.csv": longTable(12, 60),
  "long.csv": longTable(6, 3000),
  "hostile.csv": hostileTable(),
  "gaps.csv": gapTable(),
  "keys.csv": wrongKeyTable(),
});

let browser: Browser;
const written = new Map<string, string>();

/** The page of a table, written once. */
async function reportOf(name: string): Promise<string> {
  const known = written.get(name);
  if (known !== undefined) return known;
  const path = file(`${name}.html`);
  const table = file(`${name}.csv`);
  const { code, stderr } = await run(["report", table, "-o", path, "--bootstrap", "60", "-q"]);
  expect(code, stderr).toBe(0);
  written.set(name, path);
  return path;
}

interface Opened {
  readonly page: Page;
  /** What the browser complained of, and what it asked for besides the page. */
  readonly complaints: string[];
  readonly requests: string[];
}

async function open(
  name: string,
  { hash = "", ...options }: BrowserContextOptions & { hash?: string } = {},
): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    ...options,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const address = pathToFileURL(await reportOf(name)).href;
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== address) requests.push(request.url());
  });
  await page.goto(address + hash);
  return { page, complaints, requests };
}

const modelsOf = (page: Page) => page.locator("#board-table tbody .name").allInnerTexts();

describe.skipIf(executablePath === undefined)("the page in Chromium", () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: executablePath!, args: ["--no-sandbox"] });
  });
  afterAll(async () => {
    await browser?.close();
  });

  it("complains of nothing and asks nobody for anything", async () => {
    for (const name of ["pool", "gaps", "hostile"]) {
      const { page, complaints, requests } = await open(name);
      await page.evaluate(
        "document.querySelectorAll('details').forEach((one) => (one.open = true))",
      );
      await page.locator("#glossary").scrollIntoViewIfNeeded();
      await page.locator("#heat svg").waitFor();
      expect(complaints).toEqual([]);
      expect(requests).toEqual([]);
    }
  });

  it("sorts the board by a click or a key, and the other way round by a second", async () => {
    const { page } = await open("gaps");
    const before = await modelsOf(page);
    const head = page.locator("#board-table th[data-sort=model]");
    await head.getByRole("button").click();
    expect(await modelsOf(page)).toEqual(before.toSorted());
    expect(await head.getAttribute("aria-sort")).toBe("ascending");
    await head.getByRole("button").press("Enter");
    expect(await modelsOf(page)).toEqual(before.toSorted().toReversed());
    expect(await head.getAttribute("aria-sort")).toBe("descending");
  });

  it("searches and filters by hiding rows, and says that nothing is ranked anew", async () => {
    const { page } = await open("gaps");
    const rank = await page.locator("tr[data-model=m4] .rank").innerText();
    await page.locator("#board-search").fill("M4");
    expect(await modelsOf(page)).toEqual(["m4"]);
    expect(await page.locator("tr[data-model=m4] .rank").innerText()).toBe(rank);
    const note = page.locator("#board-note");
    expect(await note.innerText()).toContain("1 of 9 models shown");
    expect(await note.innerText()).toContain("stay those of the whole pool");
    await page.locator("#board-search").fill("nobody");
    expect(await note.innerText()).toContain("none fits");
    await page.locator("#board-search").fill("");
    await page.locator("#board-benchmark").selectOption("first");
    expect(await page.locator("#board-table th:visible", { hasText: "second" }).count()).toBe(0);
    await page.locator("#board-benchmark").selectOption("");
    expect(await note.innerText()).toBe("");
  });

  it("opens a model by its address and closes it by a key", async () => {
    const { page } = await open("gaps", { hash: "#model=m8" });
    const dialog = page.getByRole("dialog");
    expect(await dialog.innerText()).toContain("The items it owes most to");
    expect(await page.locator("tr.chosen").getAttribute("data-model")).toBe("m8");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    // The browser tells the page that the dialog is closed a moment after it has closed it.
    await page.waitForURL((url) => !url.hash.includes("model="));
  });

  it("opens an item by its address and lists who solved it", async () => {
    const { page } = await open("gaps", { hash: "#item=second%3Aq61" });
    const text = await page.getByRole("dialog").innerText();
    expect(text).toContain("second:q61");
    expect(text).toMatch(/Not asked \(1\)\s+m3/);
    expect(text).toContain("--text");
  });

  it("names the closest model or item where an address leads nowhere", async () => {
    const { page } = await open("gaps", { hash: "#model=m88" });
    expect(await page.getByRole("dialog").innerText()).toContain("No model called m88");
    expect(await page.getByRole("dialog").innerText()).toContain("m8.");
    await page.goto(`${page.url().split("#")[0]!}#item=second:q6100`);
    await page.getByText("No item called second:q6100").waitFor();
  });

  it("compares any two with the numbers of the command", async () => {
    const { page } = await open("gaps", { hash: "#compare=m3,m8" });
    const { stdout } = await run([
      "compare",
      "m3",
      "m8",
      file("gaps.csv"),
      "--json",
      "--bootstrap",
      "60",
    ]);
    const [pair] = (JSON.parse(stdout) as { pairs: Record<string, number>[] }).pairs;
    const points = (share: number) => `${share >= 0 ? "+" : ""}${(share * 100).toFixed(1)}`;
    const text = await page.locator("#compared").innerText();
    expect(text).toContain(
      `${points(pair!["difference"]!)} pt [${points(pair!["lower"]!)}, ${points(pair!["upper"]!)}]`,
    );
    expect(text).toContain(
      `${points(pair!["weightedDifference"]!)} pt [${points(pair!["weightedLower"]!)}, ${points(pair!["weightedUpper"]!)}]`,
    );
    expect(text).toContain("59 items that only m8 was asked");
    await page.locator("#flip-bands svg").waitFor();
    await page.locator("#compare-swap").click();
    expect(await page.locator("#compare-a").inputValue()).toBe("m8");
    await page.locator("#compared", { hasText: "Is m3 (B) better" }).waitFor();
  });

  it("says why a model moves, by items that lead to their pages", async () => {
    const { page } = await open("gaps");
    await page.locator("[data-why]").first().click();
    const why = page.locator("#why");
    expect(await why.innerText()).toContain("By accuracy it is the other way round");
    expect(await why.locator("tbody tr").count()).toBe(10);
    await why.locator("tbody a").first().click();
    await page.getByRole("dialog").waitFor();
  });

  it("hands out the review list with its ticks, as rank takes it", async () => {
    const { page } = await open("keys");
    const boxes = page.locator("[data-review]");
    for (const box of await boxes.all()) await box.uncheck();
    await boxes.first().check();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("#review-download").click(),
    ]);
    expect(download.suggestedFilename()).toBe("review.txt");
    const text = readFileSync(await download.path(), "utf8");
    expect(text.match(/^drop\t/gm)).toHaveLength(1);
    expect(text.match(/^keep\t/gm)).toHaveLength((await boxes.count()) - 1);
    const list = file("review.txt");
    writeFileSync(list, text);
    const { code, stdout } = await run(["rank", file("keys.csv"), "--exclude", list]);
    expect(code).toBe(0);
    expect(stdout).toContain("Left out on request: 1 item.");
  });

  it("keeps hostile names text on the board, in windows and in figures", async () => {
    const { page } = await open("hostile");
    expect(await modelsOf(page)).toEqual(expect.arrayContaining(hostile));
    for (const name of hostile) {
      await page.goto(`${page.url().split("#")[0]!}#model=${encodeURIComponent(name)}`);
      expect(await page.locator("#detail-title").innerText()).toBe(name);
      await page.goto(`${page.url().split("#")[0]!}#item=${encodeURIComponent(name)}`);
      await page.locator("#detail-title", { hasText: name }).waitFor();
    }
    const pair = hostile.slice(0, 2).map(encodeURIComponent).join(",");
    await page.goto(`${page.url().split("#")[0]!}#compare=${pair}`);
    await page.locator("#flip-bands svg").waitFor();
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    // Raster pictures of our own are images inside figures.
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.locator("script").count()).toBe(2);
    expect(await page.locator("a[href^='javascript']").count()).toBe(0);
  });

  it("keeps hostile questions and answers text", async () => {
    const text = hostile.join(" ");
    const lines = ["a", "b", "c"].map((model, place) =>
      JSON.stringify({
        model,
        item: "q",
        score: place % 2,
        text,
        key: hostile[0],
        answer: hostile[1],
      }),
    );
    const table = file("texts.jsonl");
    writeFileSync(table, `${lines.join("\n")}\n`);
    const path = file("texts.html");
    const { code, stderr } = await run(["report", table, "-o", path, "--text", "-q"]);
    expect(code, stderr).toBe(0);
    written.set("texts", path);
    const { page, complaints } = await open("texts", { hash: "#item=q" });
    expect(await page.locator("#detail").innerText()).toContain(text);
    expect(await page.locator("#detail code").allInnerTexts()).toContain(hostile[1]);
    expect(await page.evaluate("window.hacked")).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  it("holds only the items in sight, and shows each of them", async () => {
    const { page } = await open("long");
    const rows = page.locator("#item-table tbody tr:not(.space)");
    await page.locator("#item-frame").scrollIntoViewIfNeeded();
    expect(await rows.count()).toBeLessThan(300);
    const scrollTo = (share: number) =>
      page.evaluate(
        `(() => { const one = document.querySelector("#item-frame"); one.scrollTop = one.scrollHeight * ${share}; })()`,
      );
    await scrollTo(1);
    await page.locator("#item-table tr[aria-rowindex='3001']").waitFor();
    expect(await rows.count()).toBeLessThan(300);
    for (const share of [0.37, 0.11, 0.93]) {
      await scrollTo(share);
      const covered = `(() => {
        const { left, top, bottom } = document.querySelector("#item-frame").getBoundingClientRect();
        return [top + 45, (top + bottom) / 2, bottom - 25].map((y) => {
          const element = document.elementFromPoint(left + 40, y);
          return element?.closest("tr")?.dataset.item === undefined ? element?.outerHTML : "item";
        });
      })()`;
      await expect.poll(() => page.evaluate(covered)).toEqual(["item", "item", "item"]);
    }
    await page.locator("#item-search").fill("q299");
    // q299 and q2990 to q2999.
    expect(await rows.count()).toBe(11);
    expect(await page.locator("#item-note").innerText()).toContain("11 of 3,000 items shown");
    await page.locator("#item-table th[data-sort=item] button").click();
    expect((await rows.first().innerText()).split(/\s/)[0]).toBe("q299");
  });

  it("copies the rows that are shown as CSV", async () => {
    const { page } = await open("gaps", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.locator("#board-search").fill("m1");
    await page.locator("#board-csv").click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const text = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(text.trim().split("\n")).toHaveLength(2);
    expect(text).toMatch(/^model,competency,/);
  });

  it("never scrolls sideways on a phone, where figures are drawn anew", async () => {
    const { page } = await open("gaps", { viewport: { width: 390, height: 844 } });
    const sideways = "document.documentElement.scrollWidth > innerWidth";
    expect(await page.evaluate(sideways)).toBe(false);
    const figure = page.locator("[data-figure=movers] svg");
    await figure.scrollIntoViewIfNeeded();
    const width = `Number(document.querySelector("[data-figure=movers] svg").getAttribute("width"))`;
    await expect.poll(() => page.evaluate(width)).toBeLessThan(390);
    const row = page.locator("#board-table tbody tr").first();
    expect((await row.boundingBox())!.height).toBeLessThan(70);
    await page.goto(`${page.url().split("#")[0]!}#compare=m1,m8`);
    await page.locator("#flip-bands svg").waitFor();
    expect(await page.evaluate(sideways)).toBe(false);
  });

  it("keeps the answer, the figures and the first rows without scripts", async () => {
    const { page } = await open("pool", { javaScriptEnabled: false });
    expect(await page.locator(".answer").innerText()).toContain("Who is ahead");
    expect(await page.locator("#board-table tbody tr").count()).toBe(12);
    expect(await page.locator("figure svg:visible").count()).toBeGreaterThanOrEqual(4);
    expect(await page.locator("#board-search").isVisible()).toBe(false);
    expect(await page.locator("#compare .plain-only").isVisible()).toBe(true);
  });

  it("names every part, every field and every figure for those who do not see it", async () => {
    const { page } = await open("gaps");
    const unnamed = await page.evaluate<string[]>(`[
      ...[...document.querySelectorAll("svg")].filter((one) => !one.querySelector("title") && !one.closest("[aria-hidden]")),
      ...[...document.querySelectorAll("input, select, button")].filter((one) => one.labels?.length === 0 && !one.ariaLabel && !one.textContent.trim()),
      ...[...document.querySelectorAll("section, aside, nav, dialog")].filter((one) => !one.ariaLabel && !one.getAttribute("aria-labelledby")),
    ].map((one) => one.outerHTML.slice(0, 120))`);
    expect(unnamed).toEqual([]);
  });
});
