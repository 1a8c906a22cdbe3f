import { afterEach, describe, expect, it } from "@jest/globals";
import type { FeedSlice, Instant } from "@repute/domain";
import { stillClock } from "@repute/domain/memory";
import { anEntry, readList } from "@repute/domain/testing";
import { freshDatabase } from "../../test/fresh-database.js";
import { openSqlite } from "./open-sqlite.js";

const options = { migrate: false, readers: 1, lists: 1, listsPerAccount: 1, patience: 1_000, maxLogBytes: 134_217_728 };

describe("a list of few changes on SQLite", () => {
  const open = freshDatabase();
  let traced: Awaited<ReturnType<typeof openSqlite>> | undefined;
  afterEach(() => traced?.close());

  const publish = (first: number, last: number) =>
    open.storage.transact(open.account, ({ feed }) =>
      feed.publish(
        open.account,
        "reviews",
        Array.from({ length: last - first + 1 }, (_, index) => {
          const id = first + index;
          return anEntry({ id, at: (id * 1_000) as Instant, modifiedAt: (id % 1_000) as Instant, providerId: 7 });
        }),
      ),
    );

  it("takes the same number of statements for any number of unchanged rows", async () => {
    const statements: string[] = [];
    traced = await openSqlite({
      ...options,
      clock: stillClock(),
      file: open.file,
      trace: (sql) => statements.push(sql),
    });
    const { storage } = traced;
    const count = async (slice: FeedSlice) => {
      statements.length = 0;
      const { items } = await readList(storage, open.account, "reviews", { ...slice, modifiedSince: 999 as Instant });
      return { found: items.length, statements: statements.length };
    };
    const counts = async () => [
      await count({}),
      await count({ page: { limit: 100 } }),
      await count({ filter: { providerIds: [7] } }),
    ];
    await publish(1, 1_998);
    await counts();
    const short = await counts();
    expect(short.map(({ found }) => found)).toEqual([1, 1, 1]);
    await publish(2_000, 12_998);
    const removed = Array.from({ length: 11 }, (_, index) => ({ kind: 0, id: 2_999 + index * 1_000 }));
    await open.storage.transact(open.account, ({ feed }) => feed.remove(open.account, "reviews", removed));
    expect(await counts()).toEqual(short);
  });
});
