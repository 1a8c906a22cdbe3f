import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import type { Dialect } from "../../engine/dialect.js";

/**
 * Creates the table for compressed segments of lists. Segments are derived data that can be created again at any time.
 */
export class FeedSegments1780000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(segments(dialectOf(runner.dataSource)));
    await runner.query(`CREATE INDEX feed_segments_ends ON feed_segments (${described.join(", ")})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DROP TABLE feed_segments");
  }
}

/**
 * All columns of the table except the compressed data. An index contains these columns, so that lookups of segments do
 * not read the data.
 */
const described = [
  ...["account_id", "list", "with_tail", "first_at", "first_kind", "first_id", "last_at", "last_kind", "last_id"],
  ...["until_at", "until_kind", "until_id", "count", "length", "crc"],
];

const segments = ({ types: { integer, text, bytes }, plain }: Dialect): string =>
  `CREATE TABLE feed_segments (
    account_id ${integer} NOT NULL,
    list ${text} NOT NULL,
    with_tail ${integer} NOT NULL,
    first_at ${integer} NOT NULL,
    first_kind ${integer} NOT NULL,
    first_id ${integer} NOT NULL,
    last_at ${integer} NOT NULL,
    last_kind ${integer} NOT NULL,
    last_id ${integer} NOT NULL,
    until_at ${integer} NOT NULL,
    until_kind ${integer} NOT NULL,
    until_id ${integer} NOT NULL,
    count ${integer} NOT NULL,
    length ${integer} NOT NULL,
    crc ${integer} NOT NULL,
    deflated ${bytes} NOT NULL,
    PRIMARY KEY (account_id, list, with_tail, first_at, first_kind, first_id)
  )${plain}`;
