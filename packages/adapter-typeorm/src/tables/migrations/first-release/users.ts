import type { Dialect } from "../../../engine/dialect.js";
import { ofAccount } from "../foreign-keys.js";

/** Returns the statements that create the tables for users, their images, and the last user id of each account. */
export const users = ({ types: { integer, text, flag }, clustered, plain }: Dialect): string[] => [
  `CREATE TABLE users (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    email ${text} NOT NULL,
    email_key ${text} NOT NULL,
    role ${text} NOT NULL,
    oid ${text},
    phone ${text},
    bio ${text},
    active ${flag} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  // Not unique, because one bundle may swap the addresses of two users. The code checks uniqueness instead.
  "CREATE INDEX users_by_email ON users (account_id, email_key)",
  "CREATE INDEX users_by_role ON users (account_id, role, active, id)",
  // This table stores the last id of each account, so that ids of deleted users are never reused.
  `CREATE TABLE last_user_ids (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    PRIMARY KEY (account_id),
    ${ofAccount}
  )${clustered}`,
  // Images are stored as Base64 strings, because statements receive their values as JSON.
  `CREATE TABLE user_images (
    account_id ${integer} NOT NULL,
    user_id ${integer} NOT NULL,
    image ${text} NOT NULL,
    PRIMARY KEY (account_id, user_id),
    ${ofAccount}
  )${plain}`,
];
