import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import type { Dialect } from "../../engine/dialect.js";

/** Adds revisions to feed entries and accounts, and creates the table for tombstones of deleted entries. */
export class ChangeFeed1780000080000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.dataSource);
    for (const statement of additions(dialect)) await runner.query(statement);
    await fillTimes(runner);
    await runner.query("CREATE INDEX feed_by_revision ON feed (account_id, revision, list, kind, id)");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX feed_by_revision");
    await runner.query("DROP TABLE feed_tombstones");
    for (const [table, columns] of Object.entries(added)) {
      for (const column of columns) await runner.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
    }
  }
}

/**
 * Sets the change time of existing entries to their modification time. Sets the account before each query, because
 * row-level security shows only the rows of one account.
 */
async function fillTimes(runner: QueryRunner): Promise<void> {
  const accounts = (await runner.query("SELECT id FROM accounts")) as readonly { readonly id: number | string }[];
  const isPostgres = runner.dataSource.options.type === "postgres";
  for (const { id } of accounts) {
    const account = Number(id);
    if (isPostgres) await runner.query(`SELECT set_config('app.account_id', '${account}', true)`);
    await runner.query(`UPDATE feed SET changed_at = modified_at WHERE account_id = ${account}`);
  }
}

const added = {
  feed: ["revision", "changed_at", "name", "keys"],
  watermarks: ["revision", "swept_revision", "is_rendered"],
};

/**
 * Statements that add the columns and tables. Existing entries get revision 1. The feed must be rendered again, because
 * some lists do not exist yet.
 */
const additions = ({ types: { integer, text, bytes, flag }, clustered }: Dialect): string[] => [
  `ALTER TABLE feed ADD COLUMN revision ${integer} NOT NULL DEFAULT 1`,
  `ALTER TABLE feed ADD COLUMN changed_at ${integer} NOT NULL DEFAULT 0`,
  `ALTER TABLE feed ADD COLUMN name ${text}`,
  `ALTER TABLE feed ADD COLUMN keys ${bytes}`,
  `ALTER TABLE watermarks ADD COLUMN revision ${integer} NOT NULL DEFAULT 1`,
  `ALTER TABLE watermarks ADD COLUMN swept_revision ${integer} NOT NULL DEFAULT 0`,
  `ALTER TABLE watermarks ADD COLUMN is_rendered ${flag} NOT NULL DEFAULT ${flag === "BOOLEAN" ? "false" : "0"}`,
  `CREATE TABLE feed_tombstones (
    account_id ${integer} NOT NULL,
    revision ${integer} NOT NULL,
    list ${text} NOT NULL,
    kind ${integer} NOT NULL,
    id ${integer} NOT NULL,
    public_list ${text} NOT NULL,
    public_id ${text} NOT NULL,
    changed_at ${integer} NOT NULL,
    PRIMARY KEY (account_id, revision, list, kind, id),
    UNIQUE (account_id, public_list, public_id)
  )${clustered}`,
];
