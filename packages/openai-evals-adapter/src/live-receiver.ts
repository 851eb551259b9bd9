import type { ReceivedEvent, Receiver } from "@eip-eval/core/cli";
import { member, textOf } from "@eip-eval/core/io";
import { idText } from "./record.ts";

/** What the HTTP recorder sends (section 6.2), and what it cannot say. */
export const receiver: Receiver = {
  limits: [
    "This way brings neither the model nor the eval of a run: put them into the address, or also watch the folder of the local log, whose spec line has them.",
    "It is not live: after one batch in mid-run the recorder sends nothing until the end.",
    "A batch that fails on its way is lost, and the recorder does not say so; only the count in the final report shows it.",
    "With the completion functions for OpenAI it has been broken since March 2024: only the final report arrives. The local log is the better way: watch its folder.",
  ],
  usage: (address) =>
    `Send with: oaieval … --http-run --http-run-url '${address}?model=MODEL&eval=EVAL'`,
  eventsIn: (value) =>
    (Array.isArray(value) ? value : listOf(member(value, "body"))).flatMap(eventOf),
  recordOf: (url, events) => ({ path: pathOf(url), body: events.map(({ value }) => value) }),
};

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function eventOf(value: unknown): readonly ReceivedEvent[] {
  const run = idText(member(value, "run_id"));
  const id = member(value, "event_id");
  const isEvent =
    run !== undefined && Number.isSafeInteger(id) && textOf(member(value, "type")) !== undefined;
  return isEvent ? [{ run, id: id as number, value }] : [];
}

/** Of the address only what names the run is kept; there may be a key in the rest. */
function pathOf({ searchParams }: URL): string {
  const named = new URLSearchParams();
  for (const key of ["model", "eval"]) {
    const value = searchParams.get(key);
    if (value !== null) named.set(key, value);
  }
  return named.size === 0 ? "/" : `/?${named.toString()}`;
}
