import type { Dialect } from "../../engine.js";
import { ofAccount } from "./schema-sql.js";

/**
 * Returns the statements that create the tables for published lists. The primary key has the order of a list, so that
 * all entries of a list are stored contiguously. The `key` of a field is a short hash of list, name and value.
 */
export const feed = (dialect: Dialect): string[] => [...entries(dialect), ...segments(dialect)];

const entries = ({ types: { integer, text, bytes }, clustered }: Dialect): string[] => [
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
    revision ${integer} NOT NULL DEFAULT 1,
    changed_at ${integer} NOT NULL DEFAULT 0,
    name ${text},
    keys ${bytes},
    PRIMARY KEY (account_id, list, at, kind, id),
    UNIQUE (account_id, list, kind, id)
  )${clustered}`,
  "CREATE INDEX feed_by_modification ON feed (account_id, list, modified_at, kind, id)",
  // Entries without a provider are not in this index, so that writing them changes fewer pages.
  `CREATE INDEX feed_by_provider ON feed (account_id, list, provider_id, at, kind, id)
    WHERE provider_id IS NOT NULL`,
  "CREATE INDEX feed_by_revision ON feed (account_id, revision, list, kind, id)",
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

/** Table for compressed segments of lists. Segments are derived data that can be created again at any time. */
const segments = ({ types: { integer, text, bytes }, plain }: Dialect): string[] => [
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
    revision ${integer},
    changes_length ${integer},
    changes_crc ${integer},
    changes ${bytes},
    PRIMARY KEY (account_id, list, with_tail, first_at, first_kind, first_id)
  )${plain}`,
  // This index contains all columns except the compressed data, so that lookups of segments do not read the data.
  `CREATE INDEX feed_segments_ends ON feed_segments
    (account_id, list, with_tail, first_at, first_kind, first_id, last_at, last_kind, last_id,
    until_at, until_kind, until_id, count, length, crc, revision, changes_length, changes_crc)`,
];

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

/** Returns the statements that create the tables for deleted feed entries, and for cursors of the change feed. */
export const changes = ({ types: { integer, text }, clustered }: Dialect): string[] => [
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
  // Key that signs an account's change cursors.
  `CREATE TABLE cursor_keys (
    account_id ${integer} NOT NULL,
    key ${text} NOT NULL,
    PRIMARY KEY (account_id),
    ${ofAccount}
  )${clustered}`,
  // The epoch of each account's cursors. On PostgreSQL, an epoch without an origin counts as expired.
  `CREATE TABLE epochs (
    account_id ${integer} NOT NULL,
    epoch ${text} NOT NULL,
    origin ${text} NOT NULL,
    PRIMARY KEY (account_id),
    ${ofAccount}
  )${clustered}`,
];
