import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";

/**
 * Also stores list segments in the format of the change feed. Existing segments are deleted and created again later.
 */
export class SealedChanges1780000240000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const { integer, bytes } = dialectOf(runner.dataSource).types;
    const added = { revision: integer, changes_length: integer, changes_crc: integer, changes: bytes };
    await runner.query("DELETE FROM feed_segments");
    for (const [name, type] of Object.entries(added)) {
      await runner.query(`ALTER TABLE feed_segments ADD COLUMN ${name} ${type}`);
    }
    await index(runner, [...described, "revision", "changes_length", "changes_crc"]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await index(runner, described);
    for (const name of ["revision", "changes_length", "changes_crc", "changes"]) {
      await runner.query(`ALTER TABLE feed_segments DROP COLUMN ${name}`);
    }
  }
}

async function index(runner: QueryRunner, columns: readonly string[]): Promise<void> {
  await runner.query("DROP INDEX feed_segments_ends");
  await runner.query(`CREATE INDEX feed_segments_ends ON feed_segments (${columns.join(", ")})`);
}

/**
 * Columns of the previous index: all columns except the compressed data. The index contains these columns, so that
 * lookups of segments do not read the data.
 */
const described = [
  ...["account_id", "list", "with_tail", "first_at", "first_kind", "first_id", "last_at", "last_kind", "last_id"],
  ...["until_at", "until_kind", "until_id", "count", "length", "crc"],
];
