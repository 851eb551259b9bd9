import { describe, expect, it } from "vitest";
import { connected, fakeHub } from "./support/fake-hub.ts";
import { rejection } from "./support/rejection.ts";

const NAME = "open-llm-leaderboard/acme__heron-7b-details";
const repos = { [NAME]: { "README.md": "card", "a.json": "{}" } };
const gated = { "open-llm-leaderboard/*": "manual" };

describe.skipIf(!fakeHub.isHere)(`access (${fakeHub.reason})`, () => {
  const states = [
    ["hf_granted", "open", undefined, undefined],
    [
      null,
      "needs-login",
      `${NAME}: its terms must be accepted with an account of the Hub, and no token is set.`,
      "set HF_TOKEN, accept at ",
    ],
    ["hf_noaccess", "needs-consent", `${NAME}: terms not accepted for this model.`, "accept at "],
    [
      "hf_pending",
      "waiting",
      `${NAME}: access was asked for, and its authors have not answered yet.`,
      "the same command once they have",
    ],
    ["hf_rejected", "rejected", `${NAME}: its authors have refused access.`, "leave it out"],
  ] as const;

  for (const [token, state, message, todo] of states) {
    it(`${token ?? "no token"} is told as ${state}, with one request`, async () => {
      const { hub, fake } = await connected({ repos, gated }, { token });
      expect(await hub.access(NAME)).toBe(state);
      expect(fake.log.map(({ target }) => target)).toEqual([`/api/datasets/${NAME}/auth-check`]);
    });

    it(`${token ?? "no token"} reading a file ${message ? "is refused in words" : "may"}`, async () => {
      const { hub, fake } = await connected({ repos, gated }, { token });
      const { sha } = fake.repos.get(NAME)!.head;
      const reading = hub.readSmall(NAME, sha, "a.json");
      if (message === undefined) return expect(Buffer.from(await reading).toString()).toBe("{}");
      const error = await rejection(reading);
      expect(error).toMatchObject({ code: "consent", message });
      expect(error.try).toContain(todo);
      expect(error.try).toContain(`${fake.url}/datasets/${NAME}`);
      // Nobody is asked twice, and a refusal is not tried again.
      expect(fake.log).toHaveLength(1);
    });
  }

  it("the card of a gated dataset is public", async () => {
    const { hub, fake } = await connected({ repos, gated }, { token: null });
    const { sha } = fake.repos.get(NAME)!.head;
    expect(Buffer.from(await hub.readSmall(NAME, sha, "README.md")).toString()).toBe("card");
  });

  it("terms accepted in the meantime open the gate", async () => {
    const { hub, fake } = await connected({ repos, gated }, { token: "hf_noaccess" });
    expect(await hub.access(NAME)).toBe("needs-consent");
    fake.setAccess("hf_noaccess", NAME, "granted");
    expect(await hub.access(NAME)).toBe("open");
  });

  it("a refused token is named by where it came from, and never shown", async () => {
    const { hub } = await connected({ repos, gated }, { token: "hf_secret_value" });
    for (const work of [async () => hub.access(NAME), async () => hub.info(NAME)]) {
      const error = await rejection(work());
      expect(error).toMatchObject({
        code: "token",
        message: "the Hub refused the token from HF_TOKEN.",
      });
      expect(
        JSON.stringify([...Object.entries(error), error.stack, String(error.cause)]),
      ).not.toContain("secret");
    }
  });

  it("a token need not start with hf_", async () => {
    const tokens = { "api-key-1": { name: "ada", access: "granted" } };
    const { hub, fake } = await connected({ repos, gated, tokens }, { token: "api-key-1" });
    expect(await hub.access(NAME)).toBe("open");
    await hub.info(NAME);
    expect(fake.log.map(({ authorization }) => authorization)).toEqual([
      "Bearer api-key-1",
      "Bearer api-key-1",
    ]);
  });

  it("a token that may not read gated datasets is told so", async () => {
    const { hub, fake } = await connected({ repos, gated });
    const body =
      "Please enable access to public gated repositories in your fine-grained token settings";
    fake.addFault({ kind: "status", status: 403, body });
    expect(await rejection(hub.access(NAME))).toMatchObject({
      code: "token",
      try: "allow access to public gated repositories in the token's settings",
    });
  });

  it("unknown and private datasets look the same, by token and without", async () => {
    const isPrivate = { repos, private: ["open-llm-leaderboard/*"] };
    const anonymous = await connected(isPrivate, { token: null });
    const stranger = await connected(isPrivate, { token: "hf_noaccess" });
    for (const name of [NAME, "acme/egret"]) {
      expect(await rejection(anonymous.hub.info(name))).toMatchObject({
        code: "no-such-repository",
        try: "check the spelling; a private one needs HF_TOKEN",
      });
      const error = await rejection(stranger.hub.access(name));
      expect(error.code).toBe("no-such-repository");
      expect(error.message).toContain("or a private one that this token may not see");
    }
  });

  it("a disabled dataset is told as such", async () => {
    const { hub, fake } = await connected({ repos });
    fake.addFault({ kind: "status", status: 403, body: "Access to this resource is disabled." });
    expect(await rejection(hub.info(NAME))).toMatchObject({
      code: "no-such-repository",
      message: `${NAME}: the Hub has disabled this dataset.`,
    });
  });

  it("a file or a commit that is not there is not-found", async () => {
    const { hub, fake } = await connected({ repos });
    const { sha } = fake.repos.get(NAME)!.head;
    expect(await rejection(hub.readSmall(NAME, sha, "b.json"))).toMatchObject({
      code: "not-found",
      message: `${NAME}: no file "b.json" in commit ${sha.slice(0, 8)}.`,
    });
    const other = "0".repeat(40);
    expect((await rejection(hub.readSmall(NAME, other, "a.json"))).message).toContain(
      `no commit ${other}`,
    );
  });

  it("a name that no dataset has is refused without a request", async () => {
    const { hub, fake } = await connected({ repos });
    for (const name of ["../x", "a/b/c", "a/..", "a b/c", "a/b?x", "", "a//b", "."]) {
      expect(await rejection(hub.info(name))).toMatchObject({ code: "no-such-repository" });
      expect(await rejection(hub.access(name))).toMatchObject({ code: "no-such-repository" });
    }
    expect(fake.log).toEqual([]);
  });
});
