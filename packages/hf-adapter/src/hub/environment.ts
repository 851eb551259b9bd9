import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { EipError } from "@eip-eval/core";
import { AccessToken } from "./access-token.ts";

/** Environment variables, as in `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What the environment says about the Hub, as users of Python's huggingface_hub expect. */
export interface HubEnvironment {
  /** Without a slash at its end. */
  readonly endpoint: string;
  /** Absent: requests are anonymous. */
  readonly token?: AccessToken | undefined;
  /** The folder in which Python looks for downloaded files. */
  readonly cacheFolder: string;
  /** No request may be made. */
  readonly offline: boolean;
  /** Milliseconds until an answer about a file must begin. */
  readonly etagTimeout: number;
  /** Milliseconds until any other answer must begin, and between two pieces of a body. */
  readonly downloadTimeout: number;
}

const DEFAULT_ENDPOINT = "https://huggingface.co";
const DEFAULT_SECONDS = 10;
const LONGEST_SECONDS = 86_400;

/**
 * Reads HF_ENDPOINT, HF_TOKEN and its relatives, the cache variables, HF_HUB_OFFLINE and the time-outs.
 *
 * @throws EipError `bad-option` for an endpoint that is no http(s) address or a time-out that is no
 *   number; `token` for a token file that cannot be read or a token with impossible characters.
 * @example
 * ```ts
 * const { endpoint, offline } = await readEnvironment({ HF_ENDPOINT: "https://hf-mirror.com/" });
 * endpoint; // "https://hf-mirror.com"
 * offline; // false
 * ```
 */
export async function readEnvironment(env: Variables): Promise<HubEnvironment> {
  const home = env["HOME"] || homedir();
  const folder = (value: string): string => expandPath(value, { env, home });
  const caches = env["XDG_CACHE_HOME"] || join(home, ".cache");
  const hubHome = folder(env["HF_HOME"] || join(caches, "huggingface"));
  const cache = env["HF_HUB_CACHE"] || env["HUGGINGFACE_HUB_CACHE"];
  return {
    endpoint: endpointOf(env["HF_ENDPOINT"]),
    token: await tokenOf(env, {
      home,
      path: folder(env["HF_TOKEN_PATH"] || join(hubHome, "token")),
    }),
    cacheFolder: cache ? folder(cache) : join(hubHome, "hub"),
    offline: isTrue(env["HF_HUB_OFFLINE"]),
    etagTimeout: milliseconds(env, "HF_HUB_ETAG_TIMEOUT"),
    downloadTimeout: milliseconds(env, "HF_HUB_DOWNLOAD_TIMEOUT"),
  };
}

/**
 * A path with `~`, `$NAME` and `${NAME}` replaced, as Python does; unknown names stay as they are.
 *
 * @example
 * ```ts
 * expandPath("~/$X/hub", { env: { X: "big" }, home: "/home/ada" }); // "/home/ada/big/hub"
 * ```
 */
export function expandPath(
  path: string,
  { env, home }: { readonly env: Variables; readonly home: string },
): string {
  const expanded = path.replace(
    /\$(?:\{(?<braced>[^}]*)\}|(?<bare>\w+))/g,
    (text, braced: string | undefined, bare: string | undefined) =>
      (Object.hasOwn(env, braced ?? bare ?? "") && env[braced ?? bare ?? ""]) || text,
  );
  return /^~(?=[/\\]|$)/.test(expanded) ? home + expanded.slice(1) : expanded;
}

function endpointOf(value: string | undefined): string {
  const text = (value ?? "").trim().replace(/\/+$/, "") || DEFAULT_ENDPOINT;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash;
  if (isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, "");
  // What stands there may hold a password, so it is not repeated.
  throw new EipError("bad-option", {
    where: "HF_ENDPOINT",
    found: "not the address of a hub",
    expected: "one that starts with http:// or https://, without a name, password or query",
    try: `HF_ENDPOINT=${DEFAULT_ENDPOINT}`,
  });
}

async function tokenOf(
  env: Variables,
  { path, home }: { readonly path: string; readonly home: string },
): Promise<AccessToken | undefined> {
  if (isTrue(env["HF_HUB_DISABLE_IMPLICIT_TOKEN"])) return undefined;
  const name = env["HF_TOKEN"] ? "HF_TOKEN" : "HUGGING_FACE_HUB_TOKEN";
  const value = env[name]?.trim();
  if (value) return new AccessToken(value, name);
  const source = `the token file ${path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path}`;
  const stored = (await tokenFile(path, source)).trim();
  return stored ? new AccessToken(stored, source) : undefined;
}

const LONGEST_TOKEN = 10_000;

async function tokenFile(path: string, source: string): Promise<string> {
  try {
    return (await readFile(path, "utf8")).slice(0, LONGEST_TOKEN);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    if (code === "ENOENT" || code === "ENOTDIR") return "";
    throw new EipError("token", {
      found: `${source} cannot be read (${code})`,
      try: "set HF_TOKEN, or HF_HUB_DISABLE_IMPLICIT_TOKEN=1 to go without",
      cause,
    });
  }
}

function isTrue(value: string | undefined): boolean {
  return /^(?:1|on|yes|true)$/i.test(value?.trim() ?? "");
}

function milliseconds(env: Variables, name: string): number {
  const text = env[name]?.trim() || String(DEFAULT_SECONDS);
  const seconds = Number(text);
  if (seconds > 0 && seconds <= LONGEST_SECONDS) return Math.ceil(seconds * 1000);
  throw new EipError("bad-option", {
    where: name,
    found: `"${text.slice(0, 40)}"`,
    expected: "a number of seconds above 0",
    try: `${name}=${DEFAULT_SECONDS}`,
  });
}
