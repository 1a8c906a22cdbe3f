import type { Dialect } from "../../../engine/dialect.js";
import { ofAccount } from "../foreign-keys.js";

/** Returns the statements that create the tables for embed widgets, and for looking up the account by the public widget id. */
export const widgets = ({ types: { integer, text, flag }, clustered, plain }: Dialect): string[] => [
  `CREATE TABLE widgets (
    account_id ${integer} PRIMARY KEY NOT NULL,
    id ${text} NOT NULL,
    review_id_key ${text} NOT NULL,
    most_shown ${integer} NOT NULL,
    min_rating ${integer} NOT NULL,
    first_name_only ${flag} NOT NULL,
    platform_ids ${text},
    allowed_origins ${text} NOT NULL,
    pinned_review_ids ${text} NOT NULL,
    hidden_review_ids ${text} NOT NULL,
    ${ofAccount}
  )${clustered}`,
  `CREATE TABLE widget_ids (
    id ${text} PRIMARY KEY NOT NULL,
    account_id ${integer} NOT NULL,
    ${ofAccount}
  )${plain}`,
];
