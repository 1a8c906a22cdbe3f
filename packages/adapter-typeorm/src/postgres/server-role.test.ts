import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { addAccount } from "@repute/domain/testing";
import { Client } from "pg";
import { describeOnPostgres } from "../../test/on-postgres.js";
import type { DatabaseOptions } from "../database.js";
import { openDatabase } from "../open-database.js";
import { type TestDatabase, testDatabase } from "../testing/index.js";

const page = readFileSync(join(__dirname, "../../../../docs/guides/postgresql.md"), "utf8");
const [section = ""] = (page.split("## What the server's role can do\n")[1] ?? "").split("\n## ");

/** The rights that the documentation lists, as `right on object`, each with its worst use. */
const documented = [...section.matchAll(/^\| `([\w ,()]+)` +\| ([^|]+)\| \w.* \|$/gm)].map(
  ([, right, object = ""]) => `${right} on ${object.replaceAll("`", "").trim()}`,
);
const usual = "DELETE, INSERT, SELECT, UPDATE on every other table";

const releases = join(__dirname, "../../test/releases");
const versions = readdirSync(releases).filter((name) => /^\d/.test(name));
const day = 86_400_000;

describeOnPostgres("the server's role", () => {
  let own: TestDatabase;
  beforeEach(async () => {
    own = await testDatabase("blank");
  });
  afterEach(() => own.drop());

  const open = (options: Partial<DatabaseOptions> = {}) =>
    openDatabase({ url: own.url, migrationUrl: own.migrationUrl, migrate: true, ...options });
  const migrate = async (options: Partial<DatabaseOptions> = {}) => {
    const database = await open(options);
    await database.migrate();
    await database.close();
  };
  const restore = (version: string) => {
    const dump = readFileSync(join(releases, version, "postgres.sql"), "utf8");
    return own.query(`SET ROLE ${new URL(own.migrationUrl).username}; ${dump}; RESET ROLE`);
  };

  /** Runs statements as the server's role. */
  async function asServer<T extends object>(...statements: readonly string[]): Promise<T[]> {
    const client = new Client({ connectionString: own.url });
    await client.connect();
    try {
      let rows: T[] = [];
      for (const statement of statements) ({ rows } = await client.query<T>(statement));
      return rows;
    } finally {
      await client.end();
    }
  }

  /** Returns the rights of the server's role and of PUBLIC, as `right on object`. */
  async function rights(): Promise<readonly string[]> {
    const rows = await asServer<{ one: string }>(`
      WITH tables AS (SELECT c.oid, relname, a.privilege_type AS kind, '' AS part FROM pg_class c, aclexplode(relacl) a
          WHERE relnamespace = 'public'::regnamespace AND a.grantee IN (0, current_user::regrole)),
        columns AS (SELECT c.oid, relname, a.privilege_type AS kind,
            format(' (%s)', string_agg(attname, ', ' ORDER BY attname)) AS part
          FROM pg_class c JOIN pg_attribute t ON attrelid = c.oid, aclexplode(attacl) a
          WHERE relnamespace = 'public'::regnamespace AND a.grantee IN (0, current_user::regrole) GROUP BY 1, 2, 3)
      SELECT string_agg(kind || part, ', ' ORDER BY kind) || ' on ' || relname AS one
        FROM (SELECT * FROM tables UNION ALL SELECT * FROM columns) AS granted GROUP BY oid, relname
      UNION ALL SELECT 'EXECUTE on ' || oid::regprocedure FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND has_function_privilege(oid, 'EXECUTE')
      UNION ALL SELECT kind || ' on the database' FROM unnest('{CONNECT,CREATE,TEMPORARY}'::text[]) AS kind
        WHERE has_database_privilege(current_database(), kind)
      UNION ALL SELECT kind || ' on the schema' FROM unnest('{USAGE,CREATE}'::text[]) AS kind
        WHERE has_schema_privilege('public', kind)
      UNION ALL SELECT 'membership on ' || roleid::regrole FROM pg_auth_members WHERE member = current_user::regrole`);
    return rows.map(({ one }) => one);
  }

  /** Functions that run as their owner, with their search path. */
  const ownersFunctions = () =>
    asServer(`SELECT oid::regprocedure::text AS name, proconfig AS settings FROM pg_proc
      WHERE pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) AND prosecdef ORDER BY proname`);

  describe.each(["new", ...versions])("in a %s database", (version) => {
    beforeEach(async () => {
      if (version !== "new") await restore(version);
      await migrate();
    });

    it("has exactly the rights that the documentation lists", async () => {
      const named = documented.map((one) => one.split(" on ")[1] ?? "");
      const found = (await rights()).map((one) => {
        const [right = "", object = ""] = one.split(" on ");
        return named.includes(object) ? one : `${right} on every other table`;
      });
      expect(documented).toContain(usual);
      expect([...new Set(found)].sort()).toEqual([...documented].sort());
    });

    it("calls only documented functions of the owner, and they search temporary tables last", async () => {
      const functions = documented.flatMap((one) => /^EXECUTE on (.+)$/.exec(one)?.[1] ?? []);
      const settings = ["search_path=public, pg_temp"];
      expect(functions.length).toBeGreaterThan(0);
      expect(await ownersFunctions()).toEqual(functions.sort().map((name) => ({ name, settings })));
    });
  });

  /** Adds audit records and failure counts of these ages in days to an account, and selects the account. */
  const adding = (account: number, ...ages: readonly number[]) => [
    `SELECT set_config('app.account_id', '${account}', false)`,
    ...ages.flatMap((age) => {
      const at = Date.now() - age * day;
      return [
        `INSERT INTO audit (account_id, at, id, actor, action, filters, outcome)
          VALUES (${account}, ${at}, 'a', 'user', 'read ${age}', '{}', 'ok')`,
        `INSERT INTO audit_failures (account_id, day, actor, actor_id, action, outcome, first_at, last_at, failures)
          VALUES (${account}, ${Math.floor(at / day)}, 'user', '1', 'read ${age}', 'no', ${at}, ${at}, 1)`,
      ];
    }),
  ];
  const forgetting = (account: number) =>
    ["audit", "audit_failures"].map(
      (table) => `SELECT forget_${table}(${account}, ${Number.MAX_SAFE_INTEGER}, 1000000)`,
    );
  const actions = `SELECT action FROM audit WHERE action LIKE 'read%' UNION ALL SELECT action FROM audit_failures ORDER BY 1`;
  const all = (...ages: readonly number[]) =>
    ages.flatMap((age) => [age, age]).map((age) => ({ action: `read ${age}` }));

  it.each([
    { auditDays: undefined, left: [0.5] },
    { auditDays: 30, left: [0.5, 10, 29] },
  ])("deletes no audit record that is younger than AUDIT_DAYS at the migration: %j", async ({ auditDays, left }) => {
    const database = await open();
    const account = await addAccount(database.storage, "acme");
    await database.close();
    await migrate(auditDays === undefined ? {} : { auditDays });
    // A later migration without the setting keeps the limit.
    await migrate();
    const cheating = `UPDATE audit_failures SET first_at = 1, last_at = 1 WHERE account_id = ${account}`;
    const rest = await asServer(...adding(account, 0.5, 10, 29, 40), cheating, ...forgetting(account), actions);
    expect(rest).toEqual(all(...left));
    for (const denied of [
      "CREATE OR REPLACE FUNCTION audit_days() RETURNS BIGINT LANGUAGE sql STABLE AS 'SELECT 0::bigint'",
      "SELECT audit_days()",
      "CREATE TEMPORARY TABLE audit (id bigint)",
      `DELETE FROM accounts WHERE id = ${account}`,
    ]) {
      await expect(asServer(denied)).rejects.toThrow(/denied|must be owner|violates foreign key/);
    }
  });

  it("may create temporary tables only if the database has tables of other programs", async () => {
    await own.query("CREATE SCHEMA other; CREATE TABLE other.things (id int)");
    await migrate();
    expect(await rights()).toContain("TEMPORARY on the database");
    await own.query("DROP SCHEMA other CASCADE");
    await migrate();
    expect(await rights()).not.toContain("TEMPORARY on the database");
  });

  it("can try to store data without the right to create temporary tables", async () => {
    const database = await open();
    await database.tryStoring();
    await database.close();
  });
});
