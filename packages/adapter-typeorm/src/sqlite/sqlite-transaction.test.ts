import { describe, expect, it } from "@jest/globals";
import type { AccountId, AccountSettings, AuditRecord, Storage, Stores } from "@repute/domain";
import {
  aCredential,
  aLocation,
  anAccount,
  anAuditRecord,
  anEntry,
  aPlatform,
  aProvider,
  aReview,
  locationId,
  readList,
  reviewId,
} from "@repute/domain/testing";
import Connection from "better-sqlite3";
import { freshDatabase } from "../../test/fresh-database.js";

describe("a unit of work on SQLite", () => {
  const open = freshDatabase();
  const publish = (stores: Stores, ...ids: number[]) =>
    stores.feed.publish(
      open.account,
      "reviews",
      ids.map((id) => anEntry({ id })),
    );
  const listed = async () => (await readList(open.storage, open.account, "reviews")).items.map(({ id }) => id);
  const settings = (): Promise<AccountSettings> =>
    open.storage.read(open.account, (stores) => stores.settings.read(open.account));

  it("leaves no change in any store when it throws", async () => {
    const before = await settings();
    const failing = open.storage.transact(open.account, async (stores) => {
      await stores.settings.save(open.account, { ...before, currency: "EUR" });
      await stores.catalog.save(open.account, { platforms: [aPlatform()] });
      await publish(stores, 1);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await settings()).toEqual(before);
    expect(await listed()).toEqual([]);
  });

  it("rejects calls to its stores after it has ended", async () => {
    const closedStores = await open.storage.transact(open.account, async (stores) => {
      await publish(stores, 1);
      return { stores };
    });
    await expect(publish(closedStores.stores, 2)).rejects.toThrow("has ended");
    expect(await listed()).toEqual([1]);
  });

  it("rejects calls to the stores of a read after it has ended", async () => {
    const { stores } = await open.storage.read(open.account, async (readStores) => ({ stores: readStores }));
    await expect(stores.settings.read(open.account)).rejects.toThrow("has ended");
  });

  it("fails and stores nothing when it ends before its calls do", async () => {
    const forgetful = open.storage.transact(open.account, async (stores) => {
      void publish(stores, ...Array.from({ length: 1_000 }, (_, index) => index + 1));
    });
    await expect(forgetful).rejects.toThrow("await every call");
    expect(await listed()).toEqual([]);
  });

  it("keeps its own error when calls are still in progress", async () => {
    const failing = open.storage.transact(open.account, async (stores) => {
      void publish(stores, ...Array.from({ length: 1_000 }, (_, index) => index + 1));
      throw new Error("my own");
    });
    await expect(failing).rejects.toThrow("my own");
    expect(await listed()).toEqual([]);
  });

  it("rejects a nested unit of work instead of waiting forever", async () => {
    const nested = open.storage.transact(open.account, () => open.storage.transact(open.account, async () => "inner"));
    await expect(nested).rejects.toThrow("cannot be nested");
    const around = open.storage.transact(open.account, () =>
      open.storage.accounts.add(anAccount({ key: "inner" }), {} as AccountSettings, {} as AuditRecord),
    );
    await expect(around).rejects.toThrow("cannot be nested");
    const throughRead = open.storage.transact(open.account, () =>
      open.storage.read(open.account, () => open.storage.transact(open.account, async () => "inner")),
    );
    await expect(throughRead).rejects.toThrow("cannot be nested");
    await expect(open.storage.transact(open.account, async () => "next")).resolves.toBe("next");
  });

  it("may begin in a callback that an earlier unit started and did not await", async () => {
    const { later } = await open.storage.transact(open.account, async () => ({
      later: new Promise((resolve) => setImmediate(resolve)).then(() =>
        open.storage.transact(open.account, async () => "later"),
      ),
    }));
    await expect(later).resolves.toBe("later");
  });

  it("lets the event loop turn between many short units", async () => {
    const begun = performance.now();
    let serialQueue = 0;
    const turn = () => {
      serialQueue += 1;
      if (serialQueue < 100) setImmediate(turn);
    };
    setImmediate(turn);
    while (performance.now() - begun < 200) await open.storage.transact(open.account, async () => "short");
    expect(serialQueue).toBeGreaterThan(1);
  });

  it("stores records in any order, and rejects references to records of other accounts", async () => {
    const catalog = { locations: [aLocation()], providers: [aProvider()], platforms: [aPlatform()] };
    await open.storage.transact(open.account, async (stores) => {
      await stores.reviews.save(open.account, [aReview()]);
      await stores.catalog.save(open.account, catalog);
    });
    const astray = open.storage.transact(open.account, (stores) =>
      stores.reviews.save(open.account, [aReview({ locationId: locationId(99) })]),
    );
    await expect(astray).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT_FOREIGNKEY" });
  });

  it("does not begin on an unknown account", async () => {
    const unknown = open.storage.transact(77 as AccountId, async () => "begun");
    await expect(unknown).rejects.toMatchObject({ kind: "not_found", code: "account_not_found" });
  });

  it("never shows the values of a statement in an error", async () => {
    const failing = open.storage.transact(open.account, (stores) =>
      stores.feed.publish(open.account, "reviews", [anEntry({ json: '"secret"', rating: "secret" as never })]),
    );
    const error: unknown = await failing.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "SQLITE_CONSTRAINT_DATATYPE" });
    expect(JSON.stringify({ ...(error as Error), message: (error as Error).message })).not.toContain("secret");
  });
});

describe("reads on SQLite", () => {
  const open = freshDatabase({ readers: 1 });
  const platforms = async () =>
    (await open.storage.read(open.account, ({ catalog }) => catalog.read(open.account, "platforms"))).platforms;
  const save = () =>
    open.storage.transact(open.account, ({ catalog }) => catalog.save(open.account, { platforms: [aPlatform()] }));

  it("may be nested, and the inner read sees commits since the outer read began", async () => {
    await open.storage.read(open.account, async ({ catalog }) => {
      expect((await catalog.read(open.account, "platforms")).platforms).toEqual([]);
      await save();
      expect(await platforms()).toEqual([aPlatform()]);
      expect((await catalog.read(open.account, "platforms")).platforms).toEqual([]);
    });
  });

  it("never wait for a unit of work that waits for them", async () => {
    let begun = () => {};
    const outerBegan = new Promise<void>((resolve) => (begun = resolve));
    const unit = open.storage.transact(open.account, async () => {
      await outerBegan;
      return platforms();
    });
    const outer = open.storage.read(open.account, async () => {
      begun();
      await save();
      return "saved";
    });
    await expect(Promise.all([unit, outer])).resolves.toEqual([[], "saved"]);
  });

  it("return their connection when they throw", async () => {
    await expect(open.storage.read(open.account, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await platforms()).toEqual([]);
  });
});

describe("a credential on SQLite", () => {
  const open = freshDatabase();

  it("is read again as soon as another process commits to the file", async () => {
    const { account } = open;
    const [mine, others] = [open.storage.credentials, (await open.openAgain()).storage.credentials];
    const added = await mine.add(account, aCredential(), "hash-1", () => anAuditRecord());
    const isRevoked = async () => (await mine.byHash("hash-1"))?.credential.revoked;
    expect([await isRevoked(), await isRevoked()]).toEqual([false, false]);
    for (const revoked of [true, false, true]) {
      await others.save(account, { ...added, revoked }, anAuditRecord());
      expect([await isRevoked(), await isRevoked()]).toEqual([revoked, revoked]);
    }
    await mine.save(account, { ...added, revoked: false }, anAuditRecord());
    expect(await isRevoked()).toBe(false);
  });
});

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
