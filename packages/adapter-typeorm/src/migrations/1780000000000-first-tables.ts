import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialect-of.js";
import type { Dialect } from "../dialect.js";
import { ofAccount, within } from "./foreign-keys.js";

/** Accounts, credentials, catalog, reviews and the feed. */
export class FirstTables1780000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.dataSource);
    const parts = [directory, catalog, reviews, feed];
    for (const statement of parts.flatMap((part) => part(dialect))) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const children = ["feed", "reviews", "listings", "groups", "platforms", "providers", "locations"];
    const tables = [...children, "credentials", "watermarks", "account_settings", "accounts"];
    for (const table of tables) await runner.query(`DROP TABLE "${table}"`);
  }
}

/** What is looked up before an account is known, and one row an account. */
const directory = ({ types: { integer, text, flag }, clustered, plain }: Dialect): string[] => [
  `CREATE TABLE accounts (
    id ${integer} PRIMARY KEY NOT NULL,
    key ${text} NOT NULL UNIQUE,
    name ${text} NOT NULL,
    created_at ${integer} NOT NULL,
    disabled ${flag} NOT NULL
  )${plain}`,
  `CREATE TABLE credentials (
    id ${integer} PRIMARY KEY NOT NULL,
    account_id ${integer} NOT NULL,
    kind ${text} NOT NULL,
    name ${text} NOT NULL,
    hash ${text} NOT NULL UNIQUE,
    created_at ${integer} NOT NULL,
    expires_at ${integer},
    last_used_at ${integer},
    disabled ${flag} NOT NULL,
    revoked ${flag} NOT NULL,
    ${ofAccount}
  )${plain}`,
  `CREATE INDEX credentials_of_account ON credentials (account_id, id)`,
  `CREATE TABLE account_settings (
    account_id ${integer} PRIMARY KEY NOT NULL,
    time_zone ${text} NOT NULL,
    currency ${text} NOT NULL,
    match_window_days ${integer} NOT NULL,
    value_new_patient ${integer} NOT NULL,
    value_existing_patient ${integer} NOT NULL,
    monitoring_only ${flag} NOT NULL,
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE watermarks (
    account_id ${integer} PRIMARY KEY NOT NULL,
    at ${integer} NOT NULL,
    ${ofAccount}
  )${clustered}`,
];

/** Members that are ids of other records stand as JSON arrays: they are read whole, with their record. */
const catalog = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
  `CREATE TABLE locations (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    external_ids ${text} NOT NULL,
    address ${text},
    state ${text},
    silenced ${flag} NOT NULL,
    monitoring_only ${flag} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE providers (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    npi ${text},
    external_ids ${text} NOT NULL,
    location_ids ${text} NOT NULL,
    silenced ${flag} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE listings (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    location_id ${integer} NOT NULL,
    provider_id ${integer} NOT NULL,
    name ${text} NOT NULL,
    address ${text},
    PRIMARY KEY (account_id, id),
    ${within("location_id", "locations")},
    ${within("provider_id", "providers")}
  )${clustered}`,
  `CREATE TABLE "groups" (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    provider_ids ${text} NOT NULL,
    location_ids ${text} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE platforms (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    is_survey ${flag} NOT NULL,
    active ${flag},
    is_private ${flag} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
];

const reviews = ({ types: { integer, real, text }, clustered }: Dialect): string[] => [
  `CREATE TABLE reviews (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    platform_id ${integer} NOT NULL,
    location_id ${integer},
    provider_id ${integer},
    rating ${real},
    comment ${text},
    reviewer ${text},
    created_at ${integer} NOT NULL,
    invite_id ${integer},
    extras ${text} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${within("platform_id", "platforms")},
    ${within("location_id", "locations")},
    ${within("provider_id", "providers")}
  )${clustered}`,
];

/** The primary key is the order of a list, so that a whole list is one contiguous range. */
const feed = ({ types: { integer, text, bytes }, clustered }: Dialect): string[] => [
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
    PRIMARY KEY (account_id, list, at, kind, id),
    UNIQUE (account_id, list, kind, id)
  )${clustered}`,
  `CREATE INDEX feed_by_modification ON feed (account_id, list, modified_at)`,
];
