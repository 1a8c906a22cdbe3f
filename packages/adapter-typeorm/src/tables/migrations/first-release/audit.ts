import type { Dialect } from "../../../engine/dialect.js";
import { ofAccount } from "../foreign-keys.js";

/** Returns the statements that create the tables for the audit trail, and that protect its records against changes. */
export const audit = ({ types: { integer, text }, clustered, protectAudit }: Dialect): string[] => [
  // The origin is the request, command or import run that caused a record.
  `CREATE TABLE audit (
    account_id ${integer} NOT NULL,
    at ${integer} NOT NULL,
    id ${text} NOT NULL,
    actor ${text} NOT NULL,
    actor_id ${text},
    action ${text} NOT NULL,
    subject ${text},
    filters ${text} NOT NULL,
    row_count ${integer},
    outcome ${text} NOT NULL,
    origin ${text},
    PRIMARY KEY (account_id, at, id),
    ${ofAccount}
  )${clustered}`,
  // Failed authentications are only counted. An audit record for each failure would fill the database.
  `CREATE TABLE audit_failures (
    account_id ${integer} NOT NULL,
    day ${integer} NOT NULL,
    actor ${text} NOT NULL,
    actor_id ${text} NOT NULL,
    action ${text} NOT NULL,
    outcome ${text} NOT NULL,
    first_at ${integer} NOT NULL,
    last_at ${integer} NOT NULL,
    failures ${integer} NOT NULL,
    PRIMARY KEY (account_id, day, actor, actor_id, action, outcome),
    ${ofAccount}
  )${clustered}`,
  // Audit records of an account may be deleted only if they are older than this time.
  // The transaction that deletes audit records inserts a row here first, and removes it at the end.
  `CREATE TABLE audit_retention (
    account_id ${integer} NOT NULL,
    before ${integer} NOT NULL,
    PRIMARY KEY (account_id),
    ${ofAccount}
  )${clustered}`,
  ...protectAudit,
];
