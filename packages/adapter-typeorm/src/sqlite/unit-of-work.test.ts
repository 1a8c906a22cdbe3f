import { describe, expect, it } from "@jest/globals";
import type { AccountId, AccountSettings, AuditRecord, Stores } from "@repute/domain";
import {
  aLocation,
  anAccount,
  anEntry,
  aPlatform,
  aProvider,
  aReview,
  locationId,
  readList,
} from "@repute/domain/testing";
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
