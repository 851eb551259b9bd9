import { describe, expect, it } from "vitest";
import { gateState, hubError } from "../../src/hub/hub-errors.ts";

const NAME = "open-llm-leaderboard/acme__heron-7b-details";
const context = {
  subject: { name: NAME, sha: "0123456789".repeat(4), path: "a.json" },
  endpoint: "https://huggingface.co",
};
const withToken = { ...context, tokenSource: "the token file ~/.cache/huggingface/token" };

function told(
  refusal: { status: number; code?: string; text?: string },
  about: typeof context & { tokenSource?: string } = context,
): string[] {
  const { code, message, try: todo } = hubError({ code: "", text: "", ...refusal }, about);
  return [`error[${code}]: ${message}`, `try: ${todo}`];
}

describe("what the Hub's refusals are told as", () => {
  it("terms that were not accepted", () => {
    expect(
      told({ status: 403, code: "GatedRepo", text: "you are not in the authorized list" }),
    ).toEqual([
      `error[consent]: ${NAME}: terms not accepted for this model.`,
      `try: accept at https://huggingface.co/datasets/${NAME}, then the same command`,
    ]);
  });

  it("terms that need an account", () => {
    expect(told({ status: 401, code: "GatedRepo", text: "Please log in." })).toEqual([
      `error[consent]: ${NAME}: its terms must be accepted with an account of the Hub, and no token is set.`,
      `try: set HF_TOKEN, accept at https://huggingface.co/datasets/${NAME}, then the same command`,
    ]);
  });

  it("a refused token, by where it came from", () => {
    expect(
      told({ status: 401, text: "Invalid credentials in Authorization header" }, withToken),
    ).toEqual([
      "error[token]: the Hub refused the token from the token file ~/.cache/huggingface/token.",
      "try: make a new one at https://huggingface.co/settings/tokens, or go without it",
    ]);
  });

  it("a dataset that is not there", () => {
    expect(told({ status: 401, text: "Invalid username or password." })).toEqual([
      `error[no-such-repository]: ${NAME}: no such dataset on huggingface.co.`,
      "try: check the spelling; a private one needs HF_TOKEN",
    ]);
    expect(told({ status: 404, code: "RepoNotFound" }, withToken)).toEqual([
      `error[no-such-repository]: ${NAME}: no such dataset on huggingface.co, or a private one that this token may not see.`,
      "try: check the spelling",
    ]);
  });

  it("a file or commit that is not there", () => {
    expect(told({ status: 404, code: "EntryNotFound" })[0]).toBe(
      `error[not-found]: ${NAME}: no file "a.json" in commit 01234567.`,
    );
    expect(told({ status: 404, code: "RevisionNotFound" })[0]).toBe(
      `error[not-found]: ${NAME}: no commit ${context.subject.sha}.`,
    );
  });

  it("anything else, by its status and not by words of the server", () => {
    expect(told({ status: 418, text: "<script>alert(1)</script>" })[0]).toBe(
      `error[network]: ${NAME}/a.json: huggingface.co answered with status 418.`,
    );
  });

  it("the words of other versions of the Hub still tell the gates apart", () => {
    const state = (text: string, status = 403): unknown =>
      gateState({ status, code: "GatedRepo", text });
    expect(
      state("Your request to access dataset x is awaiting a review from the repo authors."),
    ).toBe("waiting");
    expect(state("Your request is pending")).toBe("waiting");
    expect(state("Your request to access dataset x has been rejected by the repo authors.")).toBe(
      "rejected",
    );
    expect(state("something new")).toBe("needs-consent");
    expect(state("", 401)).toBe("needs-login");
    expect(gateState({ status: 403, code: "", text: "rejected" })).toBeUndefined();
  });
});
