import type { Dialect } from "../../dialect.js";
import { ofAccount } from "../foreign-keys.js";

/** What the service keeps for itself. */
export const operations = ({ types: { integer, text }, clustered, plain }: Dialect): string[] => [
  // The responses that idempotent requests got, for when they come again.
  `CREATE TABLE kept_responses (
    account_id ${integer} NOT NULL,
    key ${text} NOT NULL,
    request ${text} NOT NULL,
    response ${text} NOT NULL,
    at ${integer} NOT NULL,
    PRIMARY KEY (account_id, key),
    ${ofAccount}
  )${clustered}`,
  "CREATE INDEX kept_responses_by_time ON kept_responses (account_id, at)",
  // Work that one process at a time does for all accounts: who holds it until when, and when its last run began.
  `CREATE TABLE jobs (
    name ${text} PRIMARY KEY NOT NULL,
    holder ${text} NOT NULL,
    until ${integer} NOT NULL,
    last_run ${integer} NOT NULL
  )${plain}`,
];
