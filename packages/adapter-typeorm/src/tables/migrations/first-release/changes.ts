import type { Dialect } from "../../../engine/dialect.js";
import { ofAccount } from "../foreign-keys.js";

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
