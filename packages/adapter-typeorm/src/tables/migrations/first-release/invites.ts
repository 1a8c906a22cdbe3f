import type { Dialect } from "../../../engine/dialect.js";
import { ofAccount, within } from "../foreign-keys.js";

/** Returns the statements that create the tables for invites, their lookup keys, and the next due invite. */
export const invites = ({ types: { integer, real, text, flag }, clustered, importKeys }: Dialect): string[] => [
  `CREATE TABLE invites (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    type ${text} NOT NULL,
    sent_to ${text} NOT NULL,
    phone ${text},
    sent_at ${integer} NOT NULL,
    sent_by ${text} NOT NULL,
    customer_name ${text},
    location_id ${integer},
    provider_id ${integer},
    message_id ${integer},
    platform_id ${integer},
    opened_at ${integer},
    clicks ${text} NOT NULL,
    proceeded_to_review ${flag} NOT NULL,
    review_rating ${real},
    status ${text} NOT NULL,
    extras ${text} NOT NULL,
    patient_id ${text},
    visit ${text},
    is_waiting ${flag} NOT NULL DEFAULT FALSE,
    PRIMARY KEY (account_id, id)
    ${importKeys(
      ofAccount,
      within("location_id", "locations"),
      within("provider_id", "providers"),
      within("message_id", "messages"),
      within("platform_id", "platforms"),
    )}
  )${clustered}`,
  "CREATE INDEX invites_waiting ON invites (account_id, sent_at, id) WHERE is_waiting",
  `CREATE TABLE invite_keys (
    account_id ${integer} NOT NULL,
    kind ${text} NOT NULL,
    value ${text} NOT NULL,
    sent_at ${integer} NOT NULL,
    id ${integer} NOT NULL,
    provider_id ${integer},
    PRIMARY KEY (account_id, kind, value, sent_at, id)
    ${importKeys(ofAccount)}
  )${clustered}`,
  // Due time of each account's next invite, so that one query finds all accounts with due invites.
  `CREATE TABLE due_invites (
    account_id ${integer} NOT NULL,
    due_at ${integer} NOT NULL,
    PRIMARY KEY (account_id),
    ${ofAccount}
  )${clustered}`,
];
