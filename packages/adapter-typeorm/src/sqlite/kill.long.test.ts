import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { anEntry, readList } from "@repute/domain/testing";
import Connection from "better-sqlite3";
import { freshDatabase } from "../../test/fresh-database.js";

const fromSources = require.resolve("../../../../test/from-sources.cjs");
const main = resolve(__dirname, "../open-database.ts");

/** Publishes endlessly in one unit of work. Prints a line once many entries have reached the file. */
const endless = (url: string, account: number) => `
  const { openDatabase } = require(${JSON.stringify(main)});
  openDatabase({ url: ${JSON.stringify(url)} }).then(({ storage }) =>
    storage.transact(${account}, async ({ feed }) => {
      for (let id = 2; ; id += 1000) {
        const text = JSON.stringify({ text: "x".repeat(2000) });
        const entries = Array.from({ length: 1000 }, (_, index) => ({
          kind: 0, id: id + index, at: 1000 * (id + index), modifiedAt: 0, locationId: null, providerId: null,
          rating: null, fields: {}, json: text, tail: null,
        }));
        await feed.publish(${account}, "reviews", entries);
        if (id > 30000) process.stdout.write("under way\\n");
      }
    }));
`;

describe("a process that is killed during a unit of work", () => {
  const open = freshDatabase();

  it("leaves no change of that unit, and an intact database that accepts new writes", async () => {
    const publish = (id: number) =>
      open.storage.transact(open.account, (stores) => stores.feed.publish(open.account, "reviews", [anEntry({ id })]));
    await publish(1);
    const sources = ["--conditions=@repute/source", "--require", fromSources];
    const child = spawn(process.execPath, [...sources, "-e", endless(`sqlite:${open.file}`, open.account)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
    expect(child.exitCode).toBeNull();
    child.kill("SIGKILL");
    await once(child, "exit");

    expect((await readList(open.storage, open.account, "reviews")).items).toEqual([{ id: 1 }]);
    await publish(2);
    expect((await readList(open.storage, open.account, "reviews")).count).toBe(2);
    const file = new Connection(open.file);
    expect(file.pragma("integrity_check", { simple: true })).toBe("ok");
    file.close();
  });
});
