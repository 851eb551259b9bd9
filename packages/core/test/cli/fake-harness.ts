import { readFile } from "node:fs/promises";
import { utimesSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { LiveHarness, LiveRun, ReceivedEvent } from "../../src/cli/live-harness.ts";
import type { Program } from "../../src/cli/program.ts";
import type { FoundFile } from "../../src/io/files.ts";
import { tables } from "../../src/io/tables.ts";

/**
 * A harness whose runs are tables. One without a line end at its end is not complete, and one of a
 * header alone has no items.
 */
const live: LiveHarness = {
  usualCommand: "harness --out results/",
  planRun(command) {
    const at = command.indexOf("--out");
    const path = command[at + 1];
    if (at === -1 || path === undefined) return { places: [], warnings: ["--out is missing."] };
    const only = (name: string): boolean => name.endsWith(".csv");
    return {
      places: [path.endsWith(".csv") ? { path: dirname(path), only } : { path }],
      warnings: [],
    };
  },
  follow: () => ({ look: async (files) => Promise.all(files.filter(isTable).map(runOf)) }),
  receiver: {
    limits: ["Nothing is known of the model."],
    usage: (address) => `Send to ${address}`,
    eventsIn: (value) => {
      const list = Array.isArray(value) ? value : (value as { events?: unknown } | null)?.events;
      return Array.isArray(list) ? list.flatMap(eventOf) : [];
    },
    recordOf: ({ searchParams }, events) => ({
      model: searchParams.get("model"),
      events: events.map(({ value }) => value),
    }),
  },
};

export const harnessProgram: Partial<Program> = {
  name: "eip-fake",
  reads: "fake runs",
  harness: { kinds: ["fake"], adapter: async () => tables, live: async () => live },
};

function isTable({ path }: FoundFile): boolean {
  return path.endsWith(".csv");
}

async function runOf({ path, size, modified }: FoundFile): Promise<LiveRun> {
  const text = await readFile(path, "utf8");
  const isWhole = text.endsWith("\n");
  return {
    run: basename(path),
    stamps: [`${basename(path)} ${size}`],
    title: basename(path, ".csv"),
    state: !/\n./.test(text) ? "no-item-logs" : isWhole ? "complete" : "incomplete",
    detail: isWhole ? undefined : "some of it is missing",
    modified,
  };
}

function eventOf(value: unknown): readonly ReceivedEvent[] {
  const { run, id } = (value ?? {}) as { run?: unknown; id?: unknown };
  return typeof run === "string" && typeof id === "number" ? [{ run, id, value }] : [];
}

/** Writes a file as if it had been written some seconds ago. */
export function writeOld(path: string, text: string, seconds = 600): void {
  writeFileSync(path, text);
  const then = Date.now() / 1000 - seconds;
  utimesSync(path, then, then);
}
