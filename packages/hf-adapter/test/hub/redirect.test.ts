import { describe, expect, it } from "vitest";
import { connectHub } from "../../src/hub/connect.ts";
import type { Hub } from "../../src/hub/hub.ts";
import { testEnvironment } from "./support/environment.ts";
import { plainServer } from "./support/plain-server.ts";
import { rejection } from "./support/rejection.ts";
import { testClock } from "./support/test-clock.ts";

const SHA = "a".repeat(40);
const card = async (hub: Hub): Promise<string> =>
  Buffer.from(await hub.readSmall("o/d", SHA, "README.md")).toString();

function hubAt(endpoint: string): Hub {
  return connectHub(testEnvironment(endpoint), testClock());
}

describe("redirects", () => {
  it("are followed on the same origin with the token, and elsewhere without it", async () => {
    const other = await plainServer((_, response) => response.end("card"));
    const server = await plainServer((request, response) => {
      const location = request.url!.startsWith("/second")
        ? `${other.url}/a?Signature=x`
        : "/second";
      response.writeHead(302, { location }).end();
    });
    expect(await card(hubAt(server.url))).toBe("card");
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer hf_granted",
      "Bearer hf_granted",
    ]);
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it("keep the range", async () => {
    const other = await plainServer((request, response) => {
      expect(request.headers.range).toBe("bytes=2-3");
      response
        .writeHead(206, { "content-range": "bytes 2-3/100000", "content-length": 2 })
        .end("cd");
    });
    const server = await plainServer((_, response) => {
      response.writeHead(302, { location: other.url }).end();
    });
    const file = {
      name: "o/d",
      sha: SHA,
      path: "a",
      size: 100_000,
      oid: `sha256:${"0".repeat(64)}`,
    };
    const slice = await hubAt(server.url).openRange(file).slice(2, 4);
    expect(Buffer.from(slice).toString()).toBe("cd");
    expect(other.requests).toHaveLength(1);
  });

  it("come back to the token only at the endpoint itself", async () => {
    const origin: { url?: string } = {};
    const other = await plainServer((_, response) => {
      response.writeHead(302, { location: `${origin.url}/end` }).end();
    });
    const server = await plainServer((request, response) => {
      if (request.url === "/end") response.end("card");
      else response.writeHead(302, { location: other.url }).end();
    });
    origin.url = server.url;
    expect(await card(hubAt(server.url))).toBe("card");
    expect(other.requests[0]!.headers.authorization).toBeUndefined();
  });

  for (const [location, found] of [
    ["file:///etc/passwd", "it redirects to something else than HTTP"],
    ["data:text/plain,card", "it redirects to something else than HTTP"],
    ["http://ada:secret@127.0.0.1/", "it redirects to an address with a password"],
    ["http://[", "it redirects to no address"],
    ["/again", "it redirects more than 5 times"],
  ] as const) {
    it(`to ${location}: ${found}`, async () => {
      const server = await plainServer((_, response) => {
        response.writeHead(302, { location }).end();
      });
      const error = await rejection(card(hubAt(server.url)));
      expect(error).toMatchObject({ code: "network", found });
      expect(error.message).not.toContain("secret");
      expect(server.requests.length).toBe(location === "/again" ? 6 : 1);
    });
  }

  it("never give up encryption", async () => {
    const asked: string[] = [];
    const answering: typeof fetch = async (input) => {
      asked.push(input instanceof Request ? input.url : input.toString());
      return new Response(null, { status: 302, headers: { location: "http://cdn.example/a" } });
    };
    const hub = connectHub(testEnvironment("https://hub.example"), { fetch: answering });
    expect(await rejection(card(hub))).toMatchObject({
      found: "it redirects to an address without encryption",
    });
    expect(asked).toHaveLength(1);
  });
});

describe("addresses", () => {
  it("keep every character of a path, encoded", async () => {
    const server = await plainServer((_, response) => response.end("x"));
    const path = "2023-08-19T16:35:46/details_harness|arc:challenge|25 #1?50%20é.parquet";
    await hubAt(server.url).readSmall("o/d", SHA, path);
    expect(server.requests.map(({ url }) => url)).toEqual([
      `/datasets/o/d/resolve/${SHA}/2023-08-19T16%3A35%3A46/details_harness%7Carc%3Achallenge%7C25%20%231%3F50%2520%C3%A9.parquet`,
    ]);
  });

  it("an endpoint may have a path", async () => {
    const server = await plainServer((_, response) => response.end("x"));
    const hub = hubAt(`${server.url}/mirror/hf`);
    await hub.readSmall("o/d", SHA, "a");
    await hub.access("o/d");
    expect(server.requests.map(({ url }) => url)).toEqual([
      `/mirror/hf/datasets/o/d/resolve/${SHA}/a`,
      "/mirror/hf/api/datasets/o/d/auth-check",
    ]);
    expect(hub.stats.requests).toEqual({ api: 1, resolvers: 1, pages: 0, files: 0 });
  });

  it("a list whose next page is written in another way is read to its end", async () => {
    const links = [
      '</api/next?cursor=2>;rel="next"',
      '<https://x.example/p>; rel="prev", </api/next?cursor=3>; rel=next',
      "",
    ];
    const server = await plainServer((_, response) => {
      const page = server.requests.length;
      const link = links[page - 1] ?? "";
      response.writeHead(200, { "content-type": "application/json", ...(link ? { link } : {}) });
      response.end(JSON.stringify([{ id: `o/d${page}`, sha: SHA, gated: false }]));
    });
    const names: string[] = [];
    for await (const { name } of hubAt(server.url).listDatasets("o")) names.push(name);
    expect(names).toEqual(["o/d1", "o/d2", "o/d3"]);
  });

  it("a list that leads back to itself ends with an error", async () => {
    const server = await plainServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json", link: '</api/x>; rel="next"' });
      response.end("[]");
    });
    const reading = async (): Promise<void> => {
      for await (const _ of hubAt(server.url).listDatasets("o"));
    };
    expect(await rejection(reading())).toMatchObject({
      code: "network",
      found: "its list does not end",
    });
    expect(server.requests).toHaveLength(2);
  });

  it("a list of endless bytes is not held", async () => {
    const server = await plainServer((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write("[".repeat(65_536)));
      };
      response.writeHead(200, { "content-type": "application/json" });
      response.on("drain", more);
      more();
    });
    expect(await rejection(hubAt(server.url).info("o/d"))).toMatchObject({ code: "too-large" });
  });
});
