import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { connected, fakeHub } from "./support/fake-hub.ts";
import { all } from "./support/rejection.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const root = resolve(import.meta.dirname, "../../../../../shared/data/hf/repos");
const isHere = fakeHub.isHere && existsSync(root);
const owners = isHere ? readdirSync(root) : [];

describe.skipIf(!isHere)("sample repositories (need ../shared/data/hf beside the checkout)", () => {
  it("are there", () => expect(owners.length).toBeGreaterThan(0));

  for (const owner of owners) {
    it(`${owner}: every file of every layout is listed, downloaded and read in parts as it is`, async () => {
      const folder = temporaryFolder();
      const { hub, fake } = await connected({ root, gated: { "open-llm-leaderboard/*": "auto" } });
      const datasets = await all(hub.listDatasets(owner));
      const names = readdirSync(join(root, owner)).map((name) => `${owner}/${name}`);
      expect(datasets.map(({ name }) => name)).toEqual(names.toSorted());
      const fromDisk = (name: string): string[] =>
        readdirSync(join(root, name), { recursive: true })
          .map(String)
          .filter((path) => statSync(join(root, name, path)).isFile());
      for (const { name, sha } of datasets) {
        const files = await all(hub.tree(name, sha));
        const listed = files.map(({ path }) => path).filter((path) => path !== ".gitattributes");
        expect(listed.toSorted()).toEqual(
          fromDisk(name)
            .filter((path) => path !== ".gitattributes")
            .toSorted(),
        );
        await Promise.all(
          files.map(async (file) => {
            const to = join(folder, name, file.path);
            await hub.download(file, { to });
            const bytes = readFileSync(to);
            if (file.path !== ".gitattributes")
              expect(bytes.equals(readFileSync(join(root, name, file.path)))).toBe(true);
            const end = await hub.openRange(file).slice(-8);
            expect(bytes.subarray(-8).equals(Buffer.from(end)) || file.size === 0).toBe(true);
          }),
        );
      }
      expect(fake.log.every(({ status }) => status < 400)).toBe(true);
    });
  }
});
