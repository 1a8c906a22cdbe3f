import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialect-of.js";
import type { Dialect } from "../dialect.js";
import { ofAccount, within } from "./foreign-keys.js";

/** Invitations of users, the passwords that they set, and what is looked up of both before an account is known. */
export class Invitations1780000070000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tables(dialectOf(runner.dataSource))) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of names) await runner.query(`DROP TABLE ${table}`);
  }
}

const names = ["due_invitations", "invitation_links", "passwords", "invitations"] as const;

const tables = ({ types: { integer, text }, clustered, plain }: Dialect): string[] => [
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
  // Links outlive their users: of one that was taken out they still say that it is over.
  `CREATE TABLE invitation_links (
    hash ${text} PRIMARY KEY NOT NULL,
    account_id ${integer} NOT NULL,
    user_id ${integer} NOT NULL,
    number ${integer} NOT NULL,
    until ${integer} NOT NULL,
    ${ofAccount}
  )${plain}`,
  "CREATE INDEX invitation_links_by_end ON invitation_links (account_id, until)",
  // When invitations of all accounts are to be sent: what invitations say themselves, where it can be found.
  `CREATE TABLE due_invitations (
    account_id ${integer} NOT NULL,
    user_id ${integer} NOT NULL,
    due_at ${integer} NOT NULL,
    PRIMARY KEY (account_id, user_id),
    ${ofAccount}
  )${clustered}`,
  "CREATE INDEX due_invitations_by_time ON due_invitations (due_at)",
];
