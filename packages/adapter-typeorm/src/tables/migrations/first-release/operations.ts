import type { Dialect } from "../../../engine/dialect.js";
import { ofAccount } from "../foreign-keys.js";

/** Tables for internal data of the service. */
export const operations = ({ types: { integer, text }, clustered, plain }: Dialect): string[] => [
  // Responses to idempotent requests, which are returned if a request is repeated.
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
  // Jobs that one process at a time runs for all accounts: the holder, the end of its lease, and the start of the last
  // run.
  `CREATE TABLE jobs (
    name ${text} PRIMARY KEY NOT NULL,
    holder ${text} NOT NULL,
    until ${integer} NOT NULL,
    last_run ${integer} NOT NULL
  )${plain}`,
];
