import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { type AccountId, isDomainError } from "@repute/domain";
import { addAccount, anEntry, readList } from "@repute/domain/testing";
import pg from "pg";
import { expectToClose } from "../../test/closing.js";
import { blankPostgres, describeOnPostgres } from "../../test/on-postgres.js";
import type { DatabaseOptions } from "../database/database.js";
import { migrationNames } from "../tables/migrations/migrations.js";
import { migrationLock } from "./transaction.js";

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
    await blank.own.query("UPDATE migrations SET name = 'FirstRelease1780000000000'");
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
