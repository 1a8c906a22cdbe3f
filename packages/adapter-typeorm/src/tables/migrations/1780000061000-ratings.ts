import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "./dialect-of.js";
import type { Dialect } from "../../engine/dialect.js";
import { fillRatings } from "./fill-ratings.js";

/** Creates the tables for the ratings of feed entries, and for the number of entries with equal ratings. */
export class Ratings1780000061000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tables(dialectOf(runner.dataSource))) await runner.query(statement);
    await fillRatings(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["rating_counts", "feed_ratings"]) await runner.query(`DROP TABLE ${table}`);
  }
}

const tables = ({ types: { integer, real, text, flag }, clustered }: Dialect): string[] => [
  `CREATE TABLE feed_ratings (
    account_id ${integer} NOT NULL,
    list ${text} NOT NULL,
    id ${integer} NOT NULL,
    kind ${integer} NOT NULL,
    at ${integer} NOT NULL,
    platform_id ${integer} NOT NULL,
    location_id ${integer} NOT NULL,
    provider_id ${integer} NOT NULL,
    rating ${real} NOT NULL,
    is_shown ${flag} NOT NULL,
    PRIMARY KEY (account_id, list, id, kind)
  )${clustered}`,
  `CREATE INDEX feed_ratings_shown ON feed_ratings
    (account_id, list, at, kind, id, platform_id, location_id, provider_id, rating) WHERE is_shown`,
  `CREATE TABLE rating_counts (
    account_id ${integer} NOT NULL,
    platform_id ${integer} NOT NULL,
    list ${text} NOT NULL,
    location_id ${integer} NOT NULL,
    provider_id ${integer} NOT NULL,
    rating ${real} NOT NULL,
    total ${integer} NOT NULL,
    PRIMARY KEY (account_id, platform_id, list, location_id, provider_id, rating)
  )${clustered}`,
];
