import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";

/** Stores segments of lists as changes too. Existing segments are rebuilt automatically. */
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
 * All columns except the compressed data. The index covers them, so that queries read the ends of segments without the
 * data.
 */
const described = [
  ...["account_id", "list", "with_tail", "first_at", "first_kind", "first_id", "last_at", "last_kind", "last_id"],
  ...["until_at", "until_kind", "until_id", "count", "length", "crc"],
];
