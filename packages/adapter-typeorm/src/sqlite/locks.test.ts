import { describe, expect, it } from "@jest/globals";
import type { Storage } from "@repute/domain";
import { anEntry, aPlatform, aReview, readList, reviewId } from "@repute/domain/testing";
import Connection from "better-sqlite3";
import { freshDatabase } from "../../test/fresh-database.js";

describe("a database with a second writing process", () => {
  const open = freshDatabase({ patience: 60_000 });
  const addOne = (storage: Storage) =>
    storage.transact(open.account, async ({ reviews, feed }) => {
      const { length } = await reviews.page(open.account, { after: 0, limit: 1_000 });
      const id = reviewId(length + 1);
      await reviews.save(open.account, [aReview({ id, locationId: null, providerId: null })]);
      await feed.publish(open.account, "reviews", [anEntry({ id })]);
    });
  const hold = () => {
    const other = new Connection(open.file);
    other.exec("BEGIN IMMEDIATE");
    return other;
  };

  it("loses no write of either process", async () => {
    const other = (await open.openAgain()).storage;
    await open.storage.transact(open.account, ({ catalog }) =>
      catalog.save(open.account, { platforms: [aPlatform()] }),
    );
    await Promise.all(Array.from({ length: 30 }, (_, index) => addOne(index % 2 ? other : open.storage)));
    const { items, count } = await readList(open.storage, open.account, "reviews");
    expect(count).toBe(30);
    expect(new Set(items.map(({ id }) => id)).size).toBe(30);
  });

  it("gives up with database_busy without blocking the event loop", async () => {
    const { storage } = await open.openAgain({ patience: 150 });
    const other = hold();
    let serialQueue = 0;
    const turning = setInterval(() => (serialQueue += 1), 1);
    const refused = await storage.transact(open.account, async () => "done").catch((error: unknown) => error);
    clearInterval(turning);
    other.close();
    expect(refused).toMatchObject({ kind: "unavailable", code: "database_busy" });
    expect(serialQueue).toBeGreaterThan(1);
    await expect(storage.transact(open.account, async () => "done")).resolves.toBe("done");
  });

  it("waits for the other process to commit, and serves reads in the meantime", async () => {
    const other = hold();
    const waiting = open.storage.transact(open.account, async () => "my turn");
    await expect(open.storage.read(open.account, async () => "read")).resolves.toBe("read");
    expect((await readList(open.storage, open.account, "reviews")).count).toBe(0);
    other.close();
    await expect(waiting).resolves.toBe("my turn");
  });
});
