import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialect-of.js";
import type { Dialect } from "../dialect.js";

/**
 * What the feed's entries are found by besides their time: custom fields, and the order of change with places in it.
 * Entries that were published before have no custom fields until their lists are rebuilt: on PostgreSQL a migration
 * sees no account's rows.
 */
export class FeedFilters1780000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [...fields(dialectOf(runner.dataSource)), ...byModification("modified_at, kind, id")];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of ["DROP TABLE feed_fields", ...byModification("modified_at")]) await runner.query(statement);
  }
}

/** `key` stands for a field's name and value, of any length. */
const fields = ({ types: { integer, text }, clustered }: Dialect): string[] => [
  `CREATE TABLE feed_fields (
    account_id ${integer} NOT NULL,
    list ${text} NOT NULL,
    kind ${integer} NOT NULL,
    id ${integer} NOT NULL,
    key ${text} NOT NULL,
    at ${integer} NOT NULL,
    PRIMARY KEY (account_id, list, kind, id, key)
  )${clustered}`,
  `CREATE INDEX feed_fields_by_key ON feed_fields (account_id, list, key, at, kind, id)`,
];

const byModification = (columns: string): string[] => [
  "DROP INDEX feed_by_modification",
  `CREATE INDEX feed_by_modification ON feed (account_id, list, ${columns})`,
];
