import type { Dialect } from "../../../engine/dialect.js";
import { ofAccount, within } from "../foreign-keys.js";

/** Returns the statements that create the tables for invitations, passwords and invitation links. */
export const invitations = ({ types: { integer, text }, clustered, plain }: Dialect): string[] => [
  `CREATE TABLE invitations (
    account_id ${integer} NOT NULL,
    user_id ${integer} NOT NULL,
    number ${integer} NOT NULL,
    invited_at ${integer} NOT NULL,
    ends_at ${integer} NOT NULL,
    attempts ${integer} NOT NULL,
    due_at ${integer},
    sent_at ${integer},
    failure ${text},
    closed_at ${integer},
    PRIMARY KEY (account_id, user_id),
    ${ofAccount},
    ${within("user_id", "users")}
  )${clustered}`,
  `CREATE TABLE passwords (
    account_id ${integer} NOT NULL,
    user_id ${integer} NOT NULL,
    hash ${text} NOT NULL,
    PRIMARY KEY (account_id, user_id),
    ${ofAccount},
    ${within("user_id", "users")}
  )${clustered}`,
  // Links are kept after a user is deleted, so that an opened link reports that the invitation has ended.
  // The limit on invitation emails counts rows by time of the first email, and by keyed hash of the address.
  `CREATE TABLE invitation_links (
    hash ${text} PRIMARY KEY NOT NULL,
    account_id ${integer} NOT NULL,
    user_id ${integer} NOT NULL,
    number ${integer} NOT NULL,
    until ${integer} NOT NULL,
    address ${text},
    mailed_at ${integer},
    ${ofAccount}
  )${plain}`,
  "CREATE INDEX invitation_links_by_end ON invitation_links (account_id, until)",
  "CREATE INDEX invitation_links_by_mailing ON invitation_links (account_id, mailed_at)",
  "CREATE INDEX invitation_links_by_address ON invitation_links (account_id, address, mailed_at)",
  // Duplicates the due times of invitations, so that one query finds the due invitations of all accounts.
  `CREATE TABLE due_invitations (
    account_id ${integer} NOT NULL,
    user_id ${integer} NOT NULL,
    due_at ${integer} NOT NULL,
    PRIMARY KEY (account_id, user_id),
    ${ofAccount}
  )${clustered}`,
  "CREATE INDEX due_invitations_by_time ON due_invitations (due_at)",
];
