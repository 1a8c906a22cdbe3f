import type { Dialect } from "../../../engine/dialect.js";

/**
 * Returns the statements that create the tables for the ratings of feed entries, and for the number of entries with
 * equal ratings.
 */
export const ratings = ({ types: { integer, real, text, flag }, clustered }: Dialect): string[] => [
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
