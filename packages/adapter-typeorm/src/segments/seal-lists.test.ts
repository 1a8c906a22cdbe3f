import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { anEntry } from "@repute/domain/testing";
import Database from "better-sqlite3";
import { freshDatabase } from "../../test/fresh-database.js";
import type { Session } from "../engine.js";
import { sqliteSession } from "../sqlite/sqlite-connection.js";
import { loosePortion } from "./seal-lists.js";

const open = freshDatabase();

it("sealing waits while a list is being read", async () => {
  const { storage, account } = open;
  const json = `{"text":"${"x".repeat(2_000)}"}`;
  const entries = Array.from({ length: 500 }, (_, index) => anEntry({ id: index + 1, json }));
  await storage.transact(account, ({ feed }) => feed.publish(account, "reviews", entries));
  const list = storage.feed.read(account, "reviews", {})[Symbol.asyncIterator]();
  await list.next();
  let sealed = 0;
  const sealing = storage.sealer.seal(account, { onSegment: () => (sealed += 1) });
  // Long enough to seal the whole list.
  for (let turn = 0; turn < 200; turn += 1) {
    await storage.read(account, ({ settings }) => settings.read(account));
    await setImmediate();
  }
  expect(sealed).toBe(0);
  await list.return?.();
  expect(await sealing).toBeGreaterThan(0);
});

describe("a range without a segment", () => {
  const open = freshDatabase();

  async function measured(entries: number, wanted: number) {
    const { storage, account } = open;
    const all = Array.from({ length: entries }, (_, index) => anEntry({ id: index + 1, json: '{"a":1}' }));
    await storage.transact(account, ({ feed }) => feed.publish(account, "reviews", all));
    const raw = new Database(open.file, { readonly: true });
    const session = sqliteSession(raw);
    let rows = 0;
    const counting: Session = {
      ...session,
      async query(sql, values) {
        const found = await session.query(sql, values);
        rows += found.length;
        return found;
      },
    };
    const search = { account, list: "reviews", withTail: false, after: undefined, wanted } as const;
    const portion = await loosePortion(counting, search);
    raw.close();
    return { portion, rows };
  }

  it("is measured without reading its entries one by one", async () => {
    const { portion, rows } = await measured(2_000, 8_000);
    expect(portion?.count).toBe(1_000);
    expect(rows).toBeLessThan(12);
  });

  it.each([
    [10, 79, 10],
    [10, 80, 10],
    [10, 81, 10],
    [11, 79, 10],
    [11, 80, 10],
    [11, 81, 11],
    [500, 2_000, 250],
    [500, 2_001, 251],
    [4_500, 1_000_000, 4_000],
  ])("of %d entries of 8 bytes has at most %d bytes plus one entry", async (entries, wanted, count) => {
    const { portion } = await measured(entries, wanted);
    expect(portion).toMatchObject({ count, first: { id: entries }, last: { id: entries - count + 1 } });
  });
});
