import { describe, expect, it } from "@jest/globals";
import { anEntry } from "@repute/domain/testing";
import Database from "better-sqlite3";
import { freshDatabase } from "../../test/fresh-database.js";
import type { Session } from "../engine/session.js";
import { sqliteSession } from "../sqlite/sqlite-session.js";
import { loosePortion } from "./loose-portion.js";

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
