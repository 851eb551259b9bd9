import { accessTo } from "./access.ts";
import { cachedFile, checkedInCache, keepInCache } from "./cache.ts";
import { systemClock, type Clock } from "./clock.ts";
import { commitId, datasetName } from "./dataset-name.ts";
import { downloadFile } from "./download.ts";
import type { HubEnvironment } from "./environment.ts";
import { HubFetch, type HubFetchOptions } from "./hub-fetch.ts";
import { newCounters } from "./hub-stats.ts";
import type { Hub } from "./hub.ts";
import { datasetHead, filesOf, ownedDatasets } from "./listing.ts";
import { offlineHub } from "./offline-hub.ts";
import { openRemote } from "./range-source.ts";
import { smallFile } from "./small-file.ts";

export interface ConnectOptions
  extends
    Pick<HubFetchOptions, "fetch" | "signal" | "onWait" | "concurrency" | "tries">,
    Partial<Clock> {}

/**
 * Connects to the hub that the environment names; with HF_HUB_OFFLINE, to the cache alone. Nothing is
 * asked yet.
 *
 * @example
 * ```ts
 * const hub = connectHub(await readEnvironment(process.env), { onWait: ({ seconds }) => show(seconds) });
 * const { sha } = await hub.info("open-llm-leaderboard/acme__heron-7b-details");
 * ```
 */
export function connectHub(environment: HubEnvironment, options: ConnectOptions = {}): Hub {
  const { now, sleep, random, ...rest } = options;
  const clock: Clock = {
    now: now ?? systemClock.now,
    sleep: sleep ?? systemClock.sleep,
    random: random ?? systemClock.random,
  };
  const hub = new HubFetch({ ...rest, environment, counters: newCounters(), clock });
  const { cacheFolder } = environment;
  return environment.offline ? offlineHub(hub, cacheFolder) : onlineHub(hub, cacheFolder);
}

function onlineHub(hub: HubFetch, cache: string): Hub {
  return {
    endpoint: hub.endpoint,
    isOffline: false,
    stats: hub.counters,
    listDatasets: (owner, options) => ownedDatasets(hub, owner, options),
    info: async (name) => datasetHead(hub, name),
    tree: (name, sha, options) => filesOf(hub, { name, sha }, options),
    access: async (name) => accessTo(hub, name),
    readSmall: async (name, sha, path, options) =>
      smallFile(hub, { name: datasetName(name), sha: commitId(sha), path }, options),
    download: async (file, options) => {
      // What Python has downloaded need not be fetched again.
      const cached = file.size > 0 ? await cachedFile(cache, file) : undefined;
      await downloadFile(hub, file, { ...options, cached: cached?.path });
    },
    cached: async (file) => checkedInCache(cache, file),
    keep: async (file, from) => keepInCache(cache, file, { from }),
    openRange: (file, options) => openRemote(hub, file, options),
  };
}
