import type { Dialect } from "../../../engine/dialect.js";
import { ofAccount, within } from "../foreign-keys.js";

/**
 * Returns the statements that create the tables for the catalog. Ids of related records are stored as JSON arrays,
 * because they are always read with their record.
 */
export const catalog = (dialect: Dialect): string[] => [
  ...directory(dialect),
  ...platforms(dialect),
  ...versions(dialect),
];

const directory = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
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
  `CREATE TABLE listing_metrics (
    account_id ${integer} NOT NULL,
    location_id ${integer} NOT NULL,
    month ${integer} NOT NULL,
    metric_type ${text} NOT NULL,
    count ${integer} NOT NULL,
    PRIMARY KEY (account_id, location_id, month, metric_type),
    ${within("location_id", "locations")}
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
];

const platforms = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
  `CREATE TABLE platforms (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    is_survey ${flag} NOT NULL,
    active ${flag},
    is_private ${flag} NOT NULL,
    write_url ${text},
    read_url ${text},
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE surveys (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    questions ${text} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${within("id", "platforms")}
  )${clustered}`,
  `CREATE TABLE messages (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    languages ${text} NOT NULL,
    silenced ${flag} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE campaigns (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    name ${text} NOT NULL,
    channel ${text} NOT NULL,
    source ${text},
    scct_parameter ${text},
    tracking_numbers ${text} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
];

/** Table for the version of each account's catalog. The version is read together with a credential. */
const versions = ({ types: { integer, text }, clustered }: Dialect): string[] => [
  `CREATE TABLE catalog_versions (
    account_id ${integer} PRIMARY KEY NOT NULL,
    version ${text} NOT NULL,
    ${ofAccount}
  )${clustered}`,
];
