import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { AccountId } from "@repute/domain";
import { addAccount, anEntry, readList } from "@repute/domain/testing";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";
import type { Database } from "../database/database.js";
import { openDatabase } from "../database/open-database.js";
import { type Cluster, postgresPrograms, throwawayCluster } from "../testing/index.js";

const others = "datname = current_database() AND pid <> pg_backend_pid()";
const unreachable = { kind: "unavailable", code: "database_unreachable" };

describeOnPostgres("a database that loses its connections", () => {
  const open = emptyPostgres();
  const cut = () => open.own.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);

  it("fails the running work as unavailable, and works again for the next call", async () => {
    const { storage, mine } = open;
    const publish = storage.transact(mine, async ({ feed }) => {
      await feed.publish(mine, "reviews", [anEntry()]);
      await cut();
      await feed.publish(mine, "reviews", [anEntry({ id: 2 })]);
    });
    await expect(publish).rejects.toMatchObject(unreachable);
    expect((await readList(storage, mine, "reviews")).count).toBe(0);
    await storage.transact(mine, ({ feed }) => feed.publish(mine, "reviews", [anEntry()]));
    expect((await readList(storage, mine, "reviews")).count).toBe(1);
  });

  it("reports an unknown result if the connection is lost during a commit", async () => {
    const { storage, mine } = open;
    await open.own.query(`CREATE FUNCTION end_me() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(5); RETURN NULL; END$$;
      CREATE CONSTRAINT TRIGGER last_moment AFTER INSERT ON feed DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION end_me(); ALTER FUNCTION end_me() SECURITY DEFINER`);
    const publish = storage.transact(mine, ({ feed }) => feed.publish(mine, "reviews", [anEntry()]));
    await expect(publish).rejects.toMatchObject({ kind: "unavailable", code: "commit_unknown" });
    await open.own.query("DROP FUNCTION end_me CASCADE");
    expect((await readList(storage, mine, "reviews")).count).toBe(0);
  });

  it("ends a list with an error instead of cutting it short", async () => {
    const { storage, mine } = open;
    // After the first batch, the server has sent at most 4,000 more rows, so the rest of the list is lost.
    const entries = Array.from({ length: 6_000 }, (_, id) => anEntry({ id: id + 1, json: `{"id":${id + 1}}` }));
    await storage.transact(mine, ({ feed }) => feed.publish(mine, "reviews", entries));
    const reading = (async () => {
      for await (const { count } of storage.feed.read(mine, "reviews", {})) if (count > 0) await cut();
    })();
    await expect(reading).rejects.toMatchObject(unreachable);
    expect((await readList(storage, mine, "reviews")).count).toBe(6_000);
  });

  it("rolls back a unit of work that continues after a failed statement", async () => {
    const { storage, mine } = open;
    const work = storage.transact(mine, async ({ feed, reviews }) => {
      await feed.publish(mine, "reviews", [anEntry()]);
      await reviews.page(mine, { after: "none" as never, limit: 1 }).catch(() => undefined);
    });
    await expect(work).rejects.toThrow("continued after one of its statements failed");
    expect((await readList(storage, mine, "reviews")).count).toBe(0);
  });

  it("gives up waiting for another process that holds the lock of an account", async () => {
    const { storage } = await open.open({ patience: 100 });
    const holder = (await open.open()).storage;
    const { mine } = open;
    await holder.transact(mine, async () => {
      const waiting = storage.transact(mine, async () => "never");
      await expect(waiting).rejects.toMatchObject({ kind: "unavailable", code: "database_busy" });
    });
    expect(await storage.transact(mine, async () => "now")).toBe("now");
  });
});

const programs = postgresPrograms();

(programs === undefined ? describe.skip : describeOnPostgres)("a server that stops and comes back", () => {
  let cluster: Cluster;
  let database: Database;
  let account: AccountId;
  beforeAll(async () => {
    cluster = await throwawayCluster(programs ?? "");
    database = await openDatabase({ url: cluster.url, migrate: true });
    account = await addAccount(database.storage, "acme");
  });
  afterAll(async () => {
    await database.close();
    await cluster.remove();
  });

  it("is unavailable while it is stopped, and works again without a restart of Repute", async () => {
    const { storage } = database;
    const publish = () => storage.transact(account, ({ feed }) => feed.publish(account, "reviews", [anEntry()]));
    await publish();
    await cluster.stop();
    for (const use of [publish, () => readList(storage, account, "reviews"), () => storage.accounts.all()]) {
      await expect(use()).rejects.toMatchObject(unreachable);
    }
    await cluster.start();
    await publish();
    expect((await readList(storage, account, "reviews")).count).toBe(1);
  });
});
