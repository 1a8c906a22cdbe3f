import { type AddressInfo, connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { type AccountId, isDomainError } from "@repute/domain";
import { addAccount, anEntry, readList } from "@repute/domain/testing";
import pg from "pg";
import { expectToClose } from "../../test/closing.js";
import { blankPostgres, describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";
import type { Database, DatabaseOptions } from "../database.js";
import { openDatabase } from "../open-database.js";
import { migrationNames } from "../tables/migrations/migrations.js";
import { type Cluster, postgresPrograms, throwawayCluster } from "../testing/index.js";
import { migrationLock } from "./postgres-transaction.js";

describeOnPostgres("opening a database on PostgreSQL", () => {
  const blank = blankPostgres();
  const { open } = blank;
  const refusal = async (options: Partial<DatabaseOptions>) => {
    const error: unknown = await open(options).catch((caught: unknown) => caught);
    if (!isDomainError(error)) throw new Error("it was not refused", { cause: error });
    expect(error.message).not.toMatch(/\n|test@|hunter2/);
    return { kind: error.kind, code: error.code };
  };
  const changed = (change: (url: URL) => void) => {
    const url = new URL(blank.own.url);
    change(url);
    return url.href;
  };
  const locks = async () => (await blank.own.query("SELECT * FROM pg_locks WHERE locktype = 'advisory'")).length;
  const unavailable = (code: string) => ({ kind: "unavailable", code });
  const unprotected = unavailable("database_role_unprotected");

  it("migrates only on request, and refuses to use a database that is not migrated", async () => {
    const database = await open();
    const pending = await database.pendingMigrations();
    expect(pending[0]).toMatch(/^FirstRelease/);
    const uses = [
      () => database.storage.accounts.all(),
      () => database.storage.transact(1 as AccountId, async () => "done"),
      () => database.storage.read(1 as AccountId, async () => "done"),
      () => readList(database.storage, 1 as AccountId, "reviews"),
    ];
    for (const use of uses) await expect(use()).rejects.toMatchObject(unavailable("database_not_migrated"));
    expect(await database.migrate()).toEqual(pending);
    expect(await database.migrate()).toEqual([]);
    expect(await database.storage.accounts.all()).toEqual([]);
  });

  it("migrates once when several processes start together", async () => {
    const databases = await Promise.all([1, 2, 3].map(() => open({ migrate: true })));
    for (const { storage } of databases) expect(await storage.accounts.all()).toEqual([]);
    const [applied] = await blank.own.query(
      "SELECT count(*)::int AS count, count(DISTINCT name)::int AS names FROM migrations",
    );
    expect(applied?.["count"]).toBe(applied?.["names"]);
  });

  it("waits for a long migration, regardless of the timeouts that the operator has set", async () => {
    const [{ name } = {}] = await blank.own.query("SELECT current_database() AS name");
    for (const setting of ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"])
      await blank.own.query(`ALTER DATABASE ${String(name)} SET ${setting} = '100ms'`);
    const database = await open();
    const otherClient = new pg.Client({ connectionString: blank.own.superuserUrl });
    await otherClient.connect();
    const migrating = otherClient.query(`SET statement_timeout = 0; ${migrationLock}; SELECT pg_sleep(0.5)`);
    while ((await locks()) === 0) await pause(5);
    expect(await database.migrate()).toHaveLength(migrationNames.length);
    await migrating;
    await otherClient.end();
    expect(await database.pendingMigrations()).toEqual([]);
  });

  it("does not need the owner role once the database is up to date", async () => {
    await (await open({ migrate: true })).close();
    const database = await open({ migrate: true, migrationUrl: "postgres://nobody@127.0.0.1:1/none" });
    expect(await database.storage.accounts.all()).toEqual([]);
  });

  it("grants access to a role that was created after the migrations", async () => {
    await (await open({ migrate: true, url: blank.own.migrationUrl })).close();
    const stranger = await open();
    await expect(stranger.storage.accounts.all()).rejects.toMatchObject(unavailable("database_forbidden"));
    const { storage } = await open({ migrate: true });
    expect(await stranger.storage.accounts.all()).toEqual([]);
    expect(await addAccount(storage, "acme")).toBe(1);
  });

  it("rejects migrations as a role that does not own the tables", async () => {
    expect(await refusal({ migrate: true, migrationUrl: blank.own.url })).toEqual(unavailable("database_forbidden"));
  });

  it("works with the owner role alone", async () => {
    const { storage } = await open({ migrate: true, url: blank.own.migrationUrl });
    const account = await addAccount(storage, "acme");
    await storage.transact(account, ({ feed }) => feed.publish(account, "reviews", [anEntry()]));
    expect((await readList(storage, account, "reviews")).count).toBe(1);
  });

  it("refuses a superuser and a role with BYPASSRLS before it migrates, unless the caller accepts the warning", async () => {
    const { own } = blank;
    const bypass = `${decodeURIComponent(new URL(own.url).username)}_bypass`;
    await own.query(`CREATE ROLE ${bypass} LOGIN PASSWORD 'test' NOSUPERUSER BYPASSRLS`);
    const urls = [own.superuserUrl, changed((url) => (url.username = bypass))];
    try {
      for (const url of urls) expect(await refusal({ migrate: true, url })).toEqual(unprotected);
      expect(await own.query("SELECT to_regclass('migrations') AS found")).toEqual([{ found: null }]);
      const warnings: string[] = [];
      for (const url of urls) {
        await open({ migrate: true, url, onSuperuser: (warning) => warnings.push(warning) });
        expect(await refusal({ url })).toEqual(unprotected);
      }
      expect(warnings).toEqual([expect.stringContaining("is a superuser"), expect.stringContaining("has BYPASSRLS")]);
    } finally {
      await own.query(`DROP OWNED BY ${bypass}; DROP ROLE ${bypass}`);
    }
  });

  it("accepts a superuser as the owner, and a superuser's session with the role of the server", async () => {
    await open({ migrate: true, migrationUrl: blank.own.superuserUrl });
    const role = new URL(blank.own.url).username;
    const url = new URL(blank.own.superuserUrl);
    url.searchParams.set("options", `-c role=${role}`);
    await open({ url: url.href });
  });

  it("can be closed twice, and rejects all calls afterward", () => expectToClose(open));

  it("refuses an unreachable server, a missing database and a wrong password", async () => {
    const unreachable = unavailable("database_unreachable");
    expect(await refusal({ url: changed((url) => (url.port = "1")) })).toEqual(unreachable);
    expect(await refusal({ url: changed((url) => (url.hostname = "nowhere.invalid")) })).toEqual(unreachable);
    expect(await refusal({ url: `${blank.own.url}_not` })).toEqual(unavailable("database_absent"));
    expect(await refusal({ url: changed((url) => (url.username = "nobody_of_that_name")) })).toEqual(
      unavailable("database_login_refused"),
    );
    if (process.env["TEST_PG_URL"]) return;
    await blank.own.query("DROP ROLE IF EXISTS repute_password; CREATE ROLE repute_password LOGIN PASSWORD 'right'");
    const named = (password: string) => changed((url) => Object.assign(url, { username: "repute_password", password }));
    expect(await refusal({ url: named("hunter2") })).toEqual(unavailable("database_login_refused"));
    expect(await refusal({ url: named("") })).toEqual(unavailable("database_login_refused"));
    await (await open({ url: named("right") })).close();
  });

  it("fails as unavailable if the server breaks off at the first statement", async () => {
    const { hostname, port } = new URL(blank.own.url);
    const relay = createServer((client) => {
      const server = connect(Number(port), hostname).on("error", () => client.destroy());
      client.on("error", () => server.destroy());
      client.on("data", (sent) => (sent.includes("SELECT") ? client.destroy() : server.write(sent)));
      server.on("data", (sent) => client.write(sent));
      client.on("close", () => server.destroy());
    });
    await new Promise<void>((listening) => relay.listen(0, "127.0.0.1", listening));
    const relayPort = String((relay.address() as AddressInfo).port);
    expect(await refusal({ url: changed((url) => (url.port = relayPort)) })).toEqual(
      unavailable("database_unreachable"),
    );
    relay.close();
  });

  it("refuses a URL that names a missing certificate file", async () => {
    const url = changed(({ searchParams }) => {
      searchParams.set("sslmode", "verify-full");
      searchParams.set("sslrootcert", "/nowhere/ca.crt");
    });
    expect(await refusal({ url })).toEqual(unavailable("database_certificate_missing"));
  });

  it("refuses a database of a newer version or of another program", async () => {
    await blank.own.query("CREATE TABLE accounts (id int); GRANT CREATE ON SCHEMA public TO PUBLIC");
    expect(await refusal({ migrate: true })).toEqual(unavailable("database_not_ours"));
    await blank.own.query("DROP TABLE accounts");
    await (await open({ migrate: true })).close();
    await blank.own.query("INSERT INTO migrations (timestamp, name) VALUES (9, 'Later9999999999999')");
    expect(await refusal({})).toEqual(unavailable("database_too_new"));
    expect(await refusal({ migrate: true })).toEqual(unavailable("database_too_new"));
  });

  it("refuses a database of a build before the first release and leaves it unchanged", async () => {
    await (await open({ migrate: true })).close();
    await blank.own.query(
      "DELETE FROM migrations; INSERT INTO migrations (timestamp, name) VALUES (1, 'FirstRelease1780000000000')",
    );
    for (const last of ["Users1780000050000", "Epochs1780000360000"]) {
      await blank.own.query(`INSERT INTO migrations (timestamp, name) VALUES (9, '${last}')`);
      expect(await refusal({})).toEqual(unavailable("database_unreleased"));
      expect(await refusal({ migrate: true })).toEqual(unavailable("database_unreleased"));
    }
    expect(await blank.own.query("SELECT name FROM migrations ORDER BY id")).toEqual(
      ["FirstRelease1780000000000", "Users1780000050000", "Epochs1780000360000"].map((name) => ({ name })),
    );
  });
});

describeOnPostgres("trying to store data on PostgreSQL", () => {
  const at = emptyPostgres();
  const name = () => new URL(at.own.url).pathname.slice(1);
  afterEach(() => at.own.query(`ALTER DATABASE ${name()} RESET default_transaction_read_only`).then(() => {}));

  it("succeeds repeatedly and leaves no rows behind", async () => {
    await at.database.tryStoring();
    await at.database.tryStoring();
    expect(await at.own.query("SELECT FROM jobs")).toEqual([]);
  });

  it("fails while the database is read-only, and passes once it is writable", async () => {
    await at.own.query(`ALTER DATABASE ${name()} SET default_transaction_read_only = on`);
    const database = await at.open();
    await expect(database.tryStoring()).rejects.toMatchObject({ code: "database_failed" });
    await at.own.query(`ALTER DATABASE ${name()} RESET default_transaction_read_only`);
    await (await at.open()).tryStoring();
  });
});

const others = "datname = current_database() AND pid <> pg_backend_pid()";
const unreachable = { kind: "unavailable", code: "database_unreachable" };

describeOnPostgres("a database that loses its connections", () => {
  const open = emptyPostgres();
  const cut = () => open.own.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);

  it("fails the running work as unavailable, and works again for the next call", async () => {
    const { storage, mine } = open;
    const publish = storage.transact(mine, async ({ feed, settings }) => {
      await feed.publish(mine, "reviews", [anEntry()]);
      await cut();
      await feed.publish(mine, "reviews", [anEntry({ id: 2 })]);
      await settings.read(mine);
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

  it.each([
    ["short", 0],
    ["long", 300],
  ])("rolls back a %s unit of work that continues after a failed statement", async (_length, milliseconds) => {
    const { storage, mine } = open;
    const work = storage.transact(mine, async ({ feed, reviews }) => {
      await feed.publish(mine, "reviews", [anEntry()]);
      await reviews.page(mine, { after: "none" as never, limit: 1 }).catch(() => undefined);
      await pause(milliseconds);
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
    database = await openDatabase({ url: cluster.url, migrate: true, onSuperuser: () => {} });
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
