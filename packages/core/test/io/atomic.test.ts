import {
  chmodSync,
  lstatSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeFileAtomic } from "../../src/io/atomic.ts";
import { rejection } from "./rejection.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const isRoot = process.getuid?.() === 0;

async function* pieces(...texts: (string | Error)[]): AsyncGenerator<string> {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield text;
  }
}

describe("writeFileAtomic", () => {
  it("writes text, bytes and streams, and leaves nothing else behind", async () => {
    const folder = temporaryFolder();
    await writeFileAtomic(join(folder, "a"), "é");
    await writeFileAtomic(join(folder, "b"), new Uint8Array([1, 0, 2]));
    await writeFileAtomic(join(folder, "c"), pieces("one", "two"));
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("é");
    expect([...readFileSync(join(folder, "b"))]).toEqual([1, 0, 2]);
    expect(readFileSync(join(folder, "c"), "utf8")).toBe("onetwo");
    expect(readdirSync(folder)).toEqual(["a", "b", "c"]);
  });

  it("replaces a file and keeps its permissions", async () => {
    const folder = temporaryFolder({ a: "old and longer" });
    chmodSync(join(folder, "a"), 0o600);
    await writeFileAtomic(join(folder, "a"), "new");
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("new");
    expect(statSync(join(folder, "a")).mode & 0o777).toBe(0o600);
  });

  it("keeps the old file and no other when the source of the data fails", async () => {
    const folder = temporaryFolder({ a: "old" });
    const failure = new Error("no more");
    await expect(writeFileAtomic(join(folder, "a"), pieces("half", failure))).rejects.toBe(failure);
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["a"]);
  });

  it("shows the old file until the new one is whole", async () => {
    const folder = temporaryFolder({ a: "old" });
    const seen: string[] = [];
    async function* watched(): AsyncGenerator<string> {
      for (const text of ["n", "e", "w"]) {
        seen.push(readFileSync(join(folder, "a"), "utf8"));
        yield text;
      }
    }
    await writeFileAtomic(join(folder, "a"), watched());
    expect(seen).toEqual(["old", "old", "old"]);
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("new");
  });

  it("writes through a symbolic link", async () => {
    const folder = temporaryFolder({ real: "old" });
    symlinkSync("real", join(folder, "link"));
    await writeFileAtomic(join(folder, "link"), "new");
    expect(readFileSync(join(folder, "real"), "utf8")).toBe("new");
    expect(lstatSync(join(folder, "link")).isSymbolicLink()).toBe(true);
  });

  it.skipIf(process.platform === "win32")(
    "does not put a file in the place of a device",
    async () => {
      await writeFileAtomic("/dev/null", "x");
      expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
    },
  );

  it("says what to do without a folder, and when the path is one", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "absent", "a.html");
    expect(await rejection(writeFileAtomic(path, "x"))).toMatchObject({
      code: "write",
      message: `${path}: no such folder.`,
      try: "make the folder first",
    });
    expect(await rejection(writeFileAtomic(folder, "x"))).toMatchObject({
      code: "write",
      message: `${folder}: a folder.`,
    });
  });

  it("calls a full disk one, and leaves nothing of the half-written file", async () => {
    const folder = temporaryFolder();
    const full = Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    const error = await rejection(writeFileAtomic(join(folder, "a"), pieces("half", full)));
    expect(error.code).toBe("disk-full");
    expect(error.try).toBeDefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(isRoot)("says that there is no permission (not when run as root)", async () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o500);
    const error = await rejection(writeFileAtomic(join(folder, "a"), "x"));
    chmodSync(folder, 0o700);
    expect(error).toMatchObject({ code: "write", found: "no permission to write there" });
  });

  it("takes any name that the folder takes", async () => {
    const folder = temporaryFolder();
    const name = `${"ü".repeat(100)}.md`;
    await writeFileAtomic(join(folder, name), "x");
    writeFileSync(join(folder, "b"), "");
    expect(readdirSync(folder)).toContain(name);
  });
});
