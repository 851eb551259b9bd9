import { inspect } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AccessToken } from "../../src/hub/access-token.ts";
import { expandPath, readEnvironment, type Variables } from "../../src/hub/environment.ts";
import { rejection } from "./support/rejection.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const HOME = "/home/ada";
const read = async (env: Variables) => readEnvironment({ HOME, ...env });

describe("the environment", () => {
  it("empty: the public hub, anonymous, Python's cache, ten seconds", async () => {
    expect(await read({})).toEqual({
      endpoint: "https://huggingface.co",
      token: undefined,
      cacheFolder: "/home/ada/.cache/huggingface/hub",
      offline: false,
      etagTimeout: 10_000,
      downloadTimeout: 10_000,
    });
  });

  it("an empty variable is an unset one", async () => {
    const names = ["HF_ENDPOINT", "HF_TOKEN", "HF_HOME", "HF_HUB_CACHE", "HF_HUB_OFFLINE"];
    const more = ["HF_HUB_ETAG_TIMEOUT", "XDG_CACHE_HOME", "HF_TOKEN_PATH"];
    const empty = Object.fromEntries([...names, ...more].map((name) => [name, ""]));
    expect(await read(empty)).toEqual(await read({}));
  });

  it("an endpoint loses the slashes at its end, and may have a path", async () => {
    const endpoint = async (text: string): Promise<string> =>
      (await read({ HF_ENDPOINT: text })).endpoint;
    expect(await endpoint("https://hf-mirror.com//")).toBe("https://hf-mirror.com");
    expect(await endpoint(" http://127.0.0.1:8080/hf/ ")).toBe("http://127.0.0.1:8080/hf");
  });

  for (const text of [
    "hf-mirror.com",
    "ftp://hub",
    "https://ada:secret@hub",
    "file:///x",
    "https://hub/?k=secret",
    "//hub",
  ]) {
    it(`"${text}" is no endpoint, and is not repeated`, async () => {
      const error = await rejection(read({ HF_ENDPOINT: text }));
      expect(error).toMatchObject({ code: "bad-option", where: "HF_ENDPOINT" });
      expect(error.message).not.toContain("secret");
    });
  }

  it("the first token counts: HF_TOKEN, HUGGING_FACE_HUB_TOKEN, the token file", async () => {
    const folder = temporaryFolder({ token: " hf_file\n", "elsewhere/t": "hf_other\r\n" });
    const token = async (env: Variables): Promise<unknown[]> => {
      const { token: one } = await readEnvironment({ HOME: folder, HF_HOME: folder, ...env });
      return [one?.authorization, one?.source];
    };
    expect(await token({ HF_TOKEN: " hf_a\n", HUGGING_FACE_HUB_TOKEN: "hf_b" })).toEqual([
      "Bearer hf_a",
      "HF_TOKEN",
    ]);
    expect(await token({ HUGGING_FACE_HUB_TOKEN: "hf_b" })).toEqual([
      "Bearer hf_b",
      "HUGGING_FACE_HUB_TOKEN",
    ]);
    expect(await token({})).toEqual(["Bearer hf_file", "the token file ~/token"]);
    expect(await token({ HF_TOKEN_PATH: "~/elsewhere/t" })).toEqual([
      "Bearer hf_other",
      "the token file ~/elsewhere/t",
    ]);
    expect(await token({ HF_TOKEN_PATH: "~/none" })).toEqual([undefined, undefined]);
    expect(await token({ HF_TOKEN: "hf_a", HF_HUB_DISABLE_IMPLICIT_TOKEN: "1" })).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("a token file that cannot be read is an error, not an anonymous request", async () => {
    const folder = temporaryFolder({ "token/is-a-folder": "" });
    expect(await rejection(readEnvironment({ HOME: folder, HF_HOME: folder }))).toMatchObject({
      code: "token",
      found: "the token file ~/token cannot be read (EISDIR)",
    });
  });

  it("a token cannot be shown by mistake", async () => {
    const { token } = await read({ HF_TOKEN: "hf_secret" });
    const shown = [inspect(token, { depth: 9, showHidden: true }), JSON.stringify(token)];
    expect(shown.join(" ")).not.toContain("secret");
  });

  it("a token with impossible characters is refused without showing it", async () => {
    for (const text of [
      "hf_secret\nX-Evil: 1",
      "hf_secr\u00e9t",
      "hf_secret two",
      "\u201chf_secret\u201d",
    ]) {
      const error = await rejection(read({ HF_TOKEN: text }));
      expect(error).toMatchObject({
        code: "token",
        message: "the token from HF_TOKEN has characters that no token has.",
      });
    }
  });

  it("the cache folder by the first variable that is set, expanded", async () => {
    const cache = async (env: Variables): Promise<string> => (await read(env)).cacheFolder;
    expect(await cache({ HF_HUB_CACHE: "~/c", HF_HOME: "/h" })).toBe("/home/ada/c");
    expect(await cache({ HUGGINGFACE_HUB_CACHE: "$BIG/c", BIG: "/big" })).toBe("/big/c");
    expect(await cache({ HF_HOME: "${BIG}/h", BIG: "/big" })).toBe("/big/h/hub");
    expect(await cache({ XDG_CACHE_HOME: "/x" })).toBe("/x/huggingface/hub");
  });

  it("unknown names and other homes stay as they are", () => {
    const where = { env: { A: "x" }, home: "/h" };
    expect(expandPath("$B/${C}/$A/${A}", where)).toBe("$B/${C}/x/x");
    expect(expandPath("~ada/x~", where)).toBe("~ada/x~");
    expect(expandPath("~", where)).toBe("/h");
    expect(expandPath("$toString/$__proto__", where)).toBe("$toString/$__proto__");
    fc.assert(fc.property(fc.string(), (path) => typeof expandPath(path, where) === "string"));
  });

  it("offline by the words that Python takes for true", async () => {
    for (const text of ["1", "true", "YES", "On"]) {
      expect((await read({ HF_HUB_OFFLINE: text })).offline).toBe(true);
    }
    for (const text of ["0", "false", "no", ""]) {
      expect((await read({ HF_HUB_OFFLINE: text })).offline).toBe(false);
    }
  });

  it("time-outs in seconds; nonsense is an error that names the variable", async () => {
    const env = { HF_HUB_ETAG_TIMEOUT: "3", HF_HUB_DOWNLOAD_TIMEOUT: "0.5" };
    expect(await read(env)).toMatchObject({ etagTimeout: 3000, downloadTimeout: 500 });
    for (const text of ["soon", "0", "-1", "1e9", "NaN"]) {
      expect(await rejection(read({ HF_HUB_ETAG_TIMEOUT: text }))).toMatchObject({
        code: "bad-option",
        where: "HF_HUB_ETAG_TIMEOUT",
      });
    }
  });

  it("a token is kept as it is, with or without hf_", () => {
    expect(new AccessToken("api_org_x", "HF_TOKEN").authorization).toBe("Bearer api_org_x");
  });
});
