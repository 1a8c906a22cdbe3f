import type { Dialect } from "../../../engine/dialect.js";
import { ofAccount } from "../foreign-keys.js";

/** Returns the statements that create the tables for internal data of the service. */
export const operations = ({ types: { integer, text }, clustered, plain }: Dialect): string[] => [
  // Responses to idempotent requests, which are sent again if a client repeats a request.
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
  // Jobs that run in only one process at a time. `holder` is the process, and `until` is the end of its lease.
  `CREATE TABLE jobs (
    name ${text} PRIMARY KEY NOT NULL,
    holder ${text} NOT NULL,
    until ${integer} NOT NULL,
    last_run ${integer} NOT NULL
  )${plain}`,
];
