import type { Dialect } from "../../../engine/dialect.js";
import { ofAccount } from "../foreign-keys.js";

/** Returns the statements that create the tables for large bundles, which are stored one part at a time. */
export const loads = ({ types: { integer, text, flag, bytes }, clustered, plain }: Dialect): string[] => [
  `CREATE TABLE loads (
    account_id ${integer} NOT NULL,
    staging ${text} NOT NULL,
    is_complete ${flag} NOT NULL,
    is_discarded ${flag} NOT NULL,
    changed ${text} NOT NULL,
    removed ${text} NOT NULL,
    PRIMARY KEY (account_id),
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE load_parts (
    account_id ${integer} NOT NULL,
    staging ${text} NOT NULL,
    step ${integer} NOT NULL,
    position ${integer} NOT NULL,
    added_at ${integer} NOT NULL,
    body ${bytes} NOT NULL,
    PRIMARY KEY (account_id, staging, step, position),
    ${ofAccount}
  )${plain}`,
];
