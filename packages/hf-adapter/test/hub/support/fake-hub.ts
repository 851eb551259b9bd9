import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import { AccessToken } from "../../../src/hub/access-token.ts";
import { connectHub, type ConnectOptions } from "../../../src/hub/connect.ts";
import type { HubEnvironment } from "../../../src/hub/environment.ts";
import type { HubFile } from "../../../src/hub/hub-file.ts";
import type { Hub } from "../../../src/hub/hub.ts";
import { testEnvironment } from "./environment.ts";
import { testClock, type TestClock } from "./test-clock.ts";

const folder = resolve(import.meta.dirname, "../../../../../../shared/fakehub");

/** A hub for tests that stands beside the checkout and is not part of it. */
export const fakeHub = {
  isHere: existsSync(folder),
  /** For the title of a suite that needs it. */
  reason: "needs ../shared/fakehub beside the checkout",
};

export interface LogEntry {
  readonly origin: "hub" | "cdn";
  readonly method: string;
  readonly url: string;
  readonly target: string;
  readonly range?: string;
  readonly authorization?: string;
  readonly status: number;
  readonly bytes: number;
  readonly fault?: string;
}

export interface FakeHub {
  readonly url: string;
  readonly cdnUrl: string;
  readonly log: readonly LogEntry[];
  readonly repos: ReadonlyMap<
    string,
    { readonly head: { readonly sha: string; readonly files: ReadonlyMap<string, FakeFile> } }
  >;
  requests(match?: string | RegExp): LogEntry[];
  resetLog(): void;
  addFault(fault: Record<string, unknown>): void;
  clearFaults(): void;
  setAccess(token: string, repo: string, state: string): void;
  commit(repo: string, changes: Record<string, string | null>): string;
  close(): Promise<void>;
}

interface FakeFile {
  readonly bytes: Buffer;
  readonly size: number;
  readonly oid: string;
  readonly lfs?: { readonly oid: string };
}

export type FakeOptions = Readonly<Record<string, unknown>>;

/** Starts the hub for one test. */
export async function startHub(options: FakeOptions): Promise<FakeHub> {
  const { startFakeHub } = (await import(pathToFileURL(`${folder}/index.mjs`).href)) as {
    startFakeHub: (options: FakeOptions) => Promise<FakeHub>;
  };
  const hub = await startFakeHub(options);
  onTestFinished(async () => hub.close());
  return hub;
}

export interface Connected {
  readonly fake: FakeHub;
  readonly hub: Hub;
  readonly clock: TestClock;
  readonly environment: HubEnvironment;
  /** A file as the tree lists it. */
  readonly file: (path: string, repo?: string) => HubFile;
}

export interface ConnectedOptions extends ConnectOptions {
  /** `null`: anonymous. */
  readonly token?: string | null;
  readonly environment?: Partial<HubEnvironment>;
}

/** A fake hub and our connection to it, on one clock that jumps over every wait. */
export async function connected(
  fakeOptions: FakeOptions,
  { token = "hf_granted", environment: more, ...options }: ConnectedOptions = {},
): Promise<Connected> {
  const clock = testClock();
  const fake = await startHub({ now: () => clock.now(), ...fakeOptions });
  const environment = testEnvironment(fake.url, {
    token: token === null ? undefined : new AccessToken(token, "HF_TOKEN"),
    ...more,
  });
  const hub = connectHub(environment, { ...clock, ...options });
  return { fake, hub, clock, environment, file: (path, repo) => fakeFile(fake, path, repo) };
}

/** The tree's entry of a file of the fake hub; of its first dataset unless another is named. */
export function fakeFile(fake: FakeHub, path: string, repo?: string): HubFile {
  const name = repo ?? [...fake.repos.keys()][0]!;
  const { sha, files } = fake.repos.get(name)!.head;
  const { size, oid, lfs } = files.get(path)!;
  return { name, sha, path, size, oid: lfs ? `sha256:${lfs.oid}` : `git-sha1:${oid}` };
}

/** What was asked, in order: `"hub GET /api/datasets/o/d"`. */
export function asked(fake: FakeHub): string[] {
  return fake.log.map(({ origin, method, target }) => `${origin} ${method} ${target}`);
}

/**
 * Options for a fault: a connection that falls silent is given up after a short while. On a busy machine
 * that may also hit an answer that is only late, so requests are counted exactly for other faults only.
 */
export function patience({ kind }: { readonly kind?: unknown }): ConnectedOptions {
  return kind === "stall" ? { environment: { etagTimeout: 300, downloadTimeout: 300 } } : {};
}
