import type { MigrationInterface, QueryRunner } from "typeorm";
import { ofAccount } from "./schema-sql.js";

const tables = [
  { table: "audit", key: "at, id", time: "at", end: "at" },
  // The server's role may change `last_at`, but not `day`.
  {
    table: "audit_failures",
    key: "day, actor, actor_id, action, outcome",
    time: "last_at",
    end: "greatest(last_at, day * 86400000 + 86399999)",
  },
];

/**
 * On PostgreSQL, bounds the deletion of audit records in the functions that delete them: the records must be older than
 * the number of days that `audit_days` returns. Only the owner can replace this function.
 * Before, the server's role could permit any deletion with a row in `audit_retention`.
 */
export class BoundedRetention1796200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (runner.dataSource.options.type !== "postgres") return;
    const [{ path }] = (await runner.query("SELECT format('%I, pg_temp', current_schema()) AS path")) as [
      { readonly path: string },
    ];
    await runner.query("CREATE FUNCTION audit_days() RETURNS BIGINT LANGUAGE sql STABLE AS 'SELECT 1::bigint'");
    await runner.query("REVOKE ALL ON FUNCTION audit_days FROM PUBLIC");
    for (const { table, key, time, end } of tables) {
      await runner.query(`DROP FUNCTION forget_${table}(BIGINT, BIGINT)`);
      await runner.query(`CREATE FUNCTION forget_${table}(account BIGINT, before BIGINT, most BIGINT) RETURNS BIGINT
        LANGUAGE sql SECURITY DEFINER SET search_path = ${path} AS $$
          WITH old AS (SELECT ${key} FROM ${table} WHERE account_id = $1
            AND $1 = nullif(current_setting('app.account_id', true), '')::bigint AND ${time} < $2
            AND ${end} < floor(extract(epoch FROM now()))::bigint * 1000 - audit_days() * 86400000 LIMIT $3),
          gone AS (DELETE FROM ${table} WHERE account_id = $1 AND (${key}) IN (SELECT ${key} FROM old) RETURNING 1)
          SELECT count(*) FROM gone $$`);
      await runner.query(`REVOKE ALL ON FUNCTION forget_${table} FROM PUBLIC`);
    }
    await runner.query("DROP TABLE audit_retention");
  }

  /** Creates the table again, because the first migration drops it. */
  async down(runner: QueryRunner): Promise<void> {
    if (runner.dataSource.options.type !== "postgres") return;
    await runner.query("DROP FUNCTION audit_days");
    await runner.query(
      `CREATE TABLE audit_retention (account_id BIGINT PRIMARY KEY, before BIGINT NOT NULL, ${ofAccount})`,
    );
  }
}
