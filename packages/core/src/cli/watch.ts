/** `watch DIR`: ranks again whenever a run of the harness completes. */

import { setTimeout as sleep } from "node:timers/promises";
import { EipError } from "../errors.ts";
import { loadConfig } from "./config.ts";
import { openListener, type Listener } from "./listen.ts";
import { liveHarness, type LiveHarness } from "./live-harness.ts";
import { checkReport, type LiveFlags } from "./live-report.ts";
import { formatOf } from "./output.ts";
import { exitCode, type CommandContext } from "./program.ts";
import { write } from "./streams.ts";
import { Watch } from "./watch-loop.ts";
import { WatchState } from "./watch-state.ts";

export interface WatchFlags extends LiveFlags {
  /** Seconds. */
  readonly interval?: number;
  readonly once?: boolean;
  /** A port, or `true` for the usual one. */
  readonly listen?: number | true;
}

const INTERVAL = 2;

export async function run(
  context: CommandContext,
  [operands]: readonly unknown[],
  flags: WatchFlags,
): Promise<number> {
  const live = await liveHarness(context, "watch");
  const folders = operands as readonly string[];
  const { listener, paths, rankFlags } = await opened(context, { live, folders, flags });
  try {
    formatOf(rankFlags, context);
    checkReport(rankFlags);
    await loadConfig(flags.config);
    const state = await WatchState.open(context.program.name, paths);
    const watch = new Watch(context, { state, follower: live.follow(), paths, flags: rankFlags });
    await watch.greet(flags.once ?? false);
    if (flags.once) return await watch.look();
    for (;;) {
      await watch.lookOn();
      await sleep((flags.interval ?? INTERVAL) * 1000, undefined, { signal: context.signal });
    }
  } catch (error) {
    if (!context.signal?.aborted) throw error;
    await write(context.stderr, "Stopped. The same command goes on from here.\n");
    return exitCode.interrupted;
  } finally {
    await listener?.close();
  }
}

interface Opened {
  readonly listener?: Listener | undefined;
  readonly paths: readonly string[];
  readonly rankFlags: LiveFlags;
}

/** With `--listen` the file of `-o` is one more log to watch, not the place of the ranking. */
async function opened(
  context: CommandContext,
  {
    live,
    folders,
    flags: { listen, output, ...flags },
  }: { live: LiveHarness; folders: readonly string[]; flags: WatchFlags },
): Promise<Opened> {
  if (listen !== undefined) {
    const port = listen === true ? undefined : listen;
    const listener = await openListener(context, { live, port, log: output, quiet: flags.quiet });
    return { listener, paths: [...folders, listener.log], rankFlags: flags };
  }
  if (folders.length === 0) {
    throw new EipError("usage", {
      found: "no folder to watch",
      expected: "the one that the harness writes to",
      try: `${context.program.name} watch results/`,
    });
  }
  return { paths: folders, rankFlags: output === undefined ? flags : { ...flags, output } };
}
