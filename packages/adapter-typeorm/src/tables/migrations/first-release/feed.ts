import type { Dialect } from "../../../engine/dialect.js";

/**
 * Returns the statements that create the tables for published lists. The primary key has the order of a list, so that
 * all entries of a list are stored contiguously. The `key` of a field is a short hash of list, name and value.
 */
export const feed = ({ types: { integer, text, bytes }, clustered }: Dialect): string[] => [
  `CREATE TABLE feed (
    account_id ${integer} NOT NULL,
    list ${text} NOT NULL,
    at ${integer} NOT NULL,
    kind ${integer} NOT NULL,
    id ${integer} NOT NULL,
    modified_at ${integer} NOT NULL,
    location_id ${integer},
    provider_id ${integer},
    rating ${integer},
    item ${bytes} NOT NULL,
    tail ${bytes},
    PRIMARY KEY (account_id, list, at, kind, id),
    UNIQUE (account_id, list, kind, id)
  )${clustered}`,
  "CREATE INDEX feed_by_modification ON feed (account_id, list, modified_at, kind, id)",
  "CREATE INDEX feed_by_provider ON feed (account_id, list, provider_id, at, kind, id)",
  `CREATE TABLE feed_fields (
    account_id ${integer} NOT NULL,
    list ${text} NOT NULL,
    kind ${integer} NOT NULL,
    id ${integer} NOT NULL,
    key ${text} NOT NULL,
    at ${integer} NOT NULL,
    PRIMARY KEY (account_id, list, kind, id, key)
  )${clustered}`,
  "CREATE INDEX feed_fields_by_key ON feed_fields (account_id, key, at, kind, id)",
];
