import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { aLocation, anEntry } from "@repute/domain/testing";
import { Client } from "pg";
import { describeOnPostgres, emptyPostgres } from "../../test/on-postgres.js";

const page = readFileSync(join(__dirname, "../../../../docs/guides/postgresql.md"), "utf8");
const [, section = ""] = page.split("## Tables without row-level security\n");

/** The tables that the documentation lists as exempt from row-level security, each with a reason. */
const exempt = [...(section.split("\n## ")[0] ?? "").matchAll(/^\| `(\w+)` +\| \w.* \|$/gm)].map(
  ([, name]) => name ?? "",
);

describeOnPostgres("row-level security", () => {
  let app: Client;
  let tables: string[];
  afterAll(() => app.end());
  const open = emptyPostgres();
  beforeAll(async () => {
    app = new Client({ connectionString: open.own.url });
    await app.connect();
    const { rows } = await app.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')",
    );
    tables = rows.map(({ name }) => name);
  });

  const own = () => tables.filter((name) => !exempt.includes(name));
  const counts = async (account: string | undefined) => {
    await app.query("BEGIN");
    if (account !== undefined) await app.query("SELECT set_config('app.account_id', $1, true)", [account]);
    const found: Record<string, number> = {};
    for (const table of own()) {
      const { rows } = await app.query<{ ids: string[] | null }>(
        `SELECT array_agg(DISTINCT account_id::text) AS ids FROM "${table}"`,
      );
      for (const id of rows[0]?.ids ?? []) found[id] = (found[id] ?? 0) + 1;
    }
    await app.query("ROLLBACK");
    return found;
  };
  const fill = async () => {
    for (const account of [open.mine, open.other]) {
      await open.storage.transact(account, async ({ catalog, feed }) => {
        await catalog.save(account, { locations: [aLocation()] });
        await feed.publish(account, "reviews", [anEntry({ fields: { ward: "a" } })]);
      });
    }
  };

  it("is enabled and forced on exactly the tables that the documentation does not exempt", async () => {
    const secured = await open.own.query(
      `SELECT relname AS name FROM pg_class t WHERE relrowsecurity AND relforcerowsecurity AND EXISTS (
         SELECT FROM pg_policy p WHERE p.polrelid = t.oid AND p.polcmd = '*' AND p.polpermissive
           AND pg_get_expr(polqual, polrelid)
             = '(account_id = (NULLIF(current_setting(''app.account_id''::text, true), ''''::text))::bigint)')`,
    );
    expect(tables.length).toBeGreaterThan(10);
    expect(secured.map(({ name }) => name).sort()).toEqual(own().sort());
    expect(tables.filter((name) => !secured.some((one) => one["name"] === name)).sort()).toEqual(exempt.sort());
    const policies = await open.own.query("SELECT count(*)::int AS count FROM pg_policy");
    expect(policies).toEqual([{ count: own().length }]);
  });

  it("is reported if a table of accounts lacks it", async () => {
    expect(await open.database.inspect()).toMatchObject({
      version: expect.stringMatching(/^PostgreSQL \d+/),
      unprotected: [],
    });
    await open.own.query("ALTER TABLE reviews NO FORCE ROW LEVEL SECURITY");
    try {
      expect(await open.database.inspect()).toMatchObject({ unprotected: ["reviews"] });
    } finally {
      await open.own.query("ALTER TABLE reviews FORCE ROW LEVEL SECURITY");
    }
  });

  it("applies to a role that owns no table and cannot bypass it", async () => {
    const [role] = (
      await app.query(
        `SELECT rolsuper, rolbypassrls, (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned
         FROM pg_roles r WHERE rolname = current_user`,
      )
    ).rows as unknown[];
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, owned: 0 });
    await expect(app.query("ALTER TABLE reviews DISABLE ROW LEVEL SECURITY")).rejects.toThrow("must be owner");
    await expect(app.query("INSERT INTO migrations (timestamp, name) VALUES (1, 'x')")).rejects.toThrow("denied");
    for (const change of ["UPDATE audit SET outcome = 'ok'", "DELETE FROM audit", "TRUNCATE audit"]) {
      await expect(app.query(change)).rejects.toThrow("denied");
    }
    for (const change of [
      "UPDATE audit_failures SET outcome = 'ok'",
      "UPDATE audit_failures SET actor_id = 'x'",
      "DELETE FROM audit_failures",
      "TRUNCATE audit_failures",
    ]) {
      await expect(app.query(change)).rejects.toThrow("denied");
    }
  });

  it("shows no rows without an account, and only the rows of the account that is set", async () => {
    await fill();
    expect(await counts(undefined)).toEqual({});
    expect(await counts("")).toEqual({});
    expect(await counts(String(open.mine))).toEqual({ [open.mine]: 5 });
    expect(await counts(String(open.other))).toEqual({ [open.other]: 5 });
    expect(await counts("999")).toEqual({});
  });

  it("rejects writes to another account", async () => {
    await app.query("BEGIN");
    await app.query("SELECT set_config('app.account_id', $1, true)", [String(open.mine)]);
    const write = app.query("INSERT INTO last_user_ids (account_id, id) VALUES ($1, 0)", [open.other + 100]);
    await expect(write).rejects.toThrow("row-level security");
    await app.query("ROLLBACK");
  });

  it("deletes audit records only of the account that is set, even if the owner of the tables is a superuser", async () => {
    const { own, mine, other } = open;
    const forget = async (account: number) =>
      (await own.query(`SELECT forget_audit(${account}, 2, 10) AS count`)).map(({ count }) => Number(count));
    await own.query("BEGIN");
    await own.query("ALTER FUNCTION forget_audit OWNER TO CURRENT_USER");
    for (const account of [mine, other]) {
      await own.query(`INSERT INTO audit (account_id, at, id, actor, action, filters, outcome)
        VALUES (${account}, 1, 'a', 'user', 'read', '{}', 'ok')`);
    }
    expect(await forget(mine)).toEqual([0]);
    await own.query(`SELECT set_config('app.account_id', '${mine}', true)`);
    expect(await forget(other)).toEqual([0]);
    expect(await forget(mine)).toEqual([1]);
    await own.query("ROLLBACK");
  });

  it("resets the account of a connection after each unit of work", async () => {
    await fill();
    const { storage, mine, other } = open;
    const wrong = storage.read(mine, ({ settings }) => settings.read(other));
    await expect(wrong).rejects.toMatchObject({ code: "account_not_found" });
    const { length } = await storage.read(
      other,
      async ({ catalog }) => (await catalog.read(mine, "locations")).locations,
    );
    expect(length).toBe(0);
  });
});
