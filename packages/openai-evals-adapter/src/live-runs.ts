import { count } from "@eip-eval/core/io";
import { basename } from "node:path";
import type { LiveRun, RunFollower } from "@eip-eval/core/cli";
import type { FoundFile } from "@eip-eval/core/io";
import { FollowedLog, type RunNotes } from "./live-log.ts";

/** Follows the runs in logs of openai/evals (section 6.1); one run may be in several files. */
export class OpenaiEvalsFollower implements RunFollower {
  #logs = new Map<string, FollowedLog>();

  async look(files: readonly FoundFile[], signal?: AbortSignal): Promise<readonly LiveRun[]> {
    const logs = new Map<string, FollowedLog>();
    for (const file of files) {
      // Programs that copy write under a hidden name first.
      if (basename(file.path).startsWith(".")) continue;
      const log = this.#logs.get(file.path) ?? new FollowedLog(file.path);
      logs.set(file.path, log);
      await log.update(file, signal);
    }
    this.#logs = logs;
    const byId = new Map<string, RunNotes[]>();
    for (const { runs } of logs.values()) {
      for (const notes of runs.values()) byId.set(notes.id, [...(byId.get(notes.id) ?? []), notes]);
    }
    return [...byId.values()].map(liveRun);
  }
}

/** What all files together say about one run. */
function liveRun(parts: readonly RunNotes[]): LiveRun {
  const { id } = parts[0]!;
  const model = parts.find((notes) => notes.model !== undefined)?.model;
  const benchmark = parts.find((notes) => notes.benchmark !== undefined)?.benchmark;
  const events = eventCount(parts);
  const others = Math.max(...parts.map((notes) => notes.others));
  const isReported = parts.some((notes) => notes.isReported);
  return {
    run: id,
    stamps: [[id, events, others, isReported].join("\t")],
    title: `${model ?? "a model that nothing names"}: ${benchmark ?? `run ${id}`}`,
    ...progress(parts, { items: events + others, events, isReported }),
    modified: Math.max(...parts.map((notes) => notes.modified)),
  };
}

function eventCount(parts: readonly RunNotes[]): number {
  if (parts.length === 1) return parts[0]!.events.size;
  return new Set(parts.flatMap((notes) => [...notes.events])).size;
}

function progress(
  parts: readonly RunNotes[],
  { items, events, isReported }: { items: number; events: number; isReported: boolean },
): Pick<LiveRun, "state" | "detail"> {
  if (parts.some(({ isWithoutEnd }) => isWithoutEnd)) return { state: "complete" };
  const expected = Math.max(0, ...parts.map((notes) => notes.expected || 0));
  if (items === 0) {
    const detail = isReported ? "a final report, but no events" : "nothing but a spec line so far";
    return { state: "no-item-logs", detail };
  }
  if (events < expected) {
    return { state: "incomplete", detail: `${events} of ${count(expected, "event")} arrived` };
  }
  if (isReported) return { state: "complete" };
  return { state: "incomplete", detail: `no final report, ${count(items, "event")} so far` };
}
