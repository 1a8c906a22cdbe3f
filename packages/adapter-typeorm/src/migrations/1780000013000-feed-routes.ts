import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialect-of.js";
import type { Dialect } from "../dialect.js";

/**
 * The order of a list, one provider after another; and custom fields by keys that stand for their list too. Earlier keys
 * cannot be turned into these: entries have no custom fields until their lists are rebuilt.
 */
export class FeedRoutes1780000013000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("CREATE INDEX feed_by_provider ON feed (account_id, list, provider_id, at, kind, id)");
    await replaceFields(runner, "account_id, key, at, kind, id");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP INDEX feed_by_provider");
    await replaceFields(runner, "account_id, list, key, at, kind, id");
  }
}

/** As a new table: on PostgreSQL a migration sees no account's rows, and could not take them out. */
async function replaceFields(runner: QueryRunner, indexed: string): Promise<void> {
  await runner.query("DROP TABLE feed_fields");
  await runner.query(table(dialectOf(runner.dataSource)));
  await runner.query(`CREATE INDEX feed_fields_by_key ON feed_fields (${indexed})`);
}

const table = ({ types: { integer, text }, clustered }: Dialect): string =>
  `CREATE TABLE feed_fields (
    account_id ${integer} NOT NULL,
    list ${text} NOT NULL,
    kind ${integer} NOT NULL,
    id ${integer} NOT NULL,
    key ${text} NOT NULL,
    at ${integer} NOT NULL,
    PRIMARY KEY (account_id, list, kind, id, key)
  )${clustered}`;
