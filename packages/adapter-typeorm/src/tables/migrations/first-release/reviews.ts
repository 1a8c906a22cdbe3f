import type { Dialect } from "../../../engine/dialect.js";
import { ofAccount, within } from "../foreign-keys.js";

/** Returns the statements that create the tables for invites, reviews and survey responses. */
export const reviews = (dialect: Dialect): string[] => [
  ...invites(dialect),
  ...reviewTables(dialect),
  ...responses(dialect),
];

const invites = ({ types: { integer, real, text, flag }, clustered }: Dialect): string[] => [
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
    PRIMARY KEY (account_id, id),
    ${ofAccount},
    ${within("location_id", "locations")},
    ${within("provider_id", "providers")},
    ${within("message_id", "messages")},
    ${within("platform_id", "platforms")}
  )${clustered}`,
  "CREATE INDEX invites_by_phone ON invites (account_id, phone, sent_at) WHERE phone IS NOT NULL",
];

const reviewColumns = ({ types: { integer, real, text } }: Dialect): string => `account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    platform_id ${integer} NOT NULL,
    location_id ${integer},
    provider_id ${integer},
    rating ${real},
    comment ${text},
    reviewer ${text},
    created_at ${integer} NOT NULL,
    invite_id ${integer},
    extras ${text} NOT NULL`;

const reviewKeys = `PRIMARY KEY (account_id, id),
    ${within("platform_id", "platforms")},
    ${within("location_id", "locations")},
    ${within("provider_id", "providers")}`;

const reviewTables = (dialect: Dialect): string[] => [
  `CREATE TABLE reviews (
    ${reviewColumns(dialect)},
    ${reviewKeys}
  )${dialect.clustered}`,
  `CREATE TABLE nps_surveys (
    ${reviewColumns(dialect)},
    nps_rating ${dialect.types.integer} NOT NULL,
    question_id ${dialect.types.text},
    ${reviewKeys}
  )${dialect.clustered}`,
  "CREATE INDEX reviews_by_invite ON reviews (account_id, invite_id) WHERE invite_id IS NOT NULL",
  "CREATE INDEX nps_surveys_by_invite ON nps_surveys (account_id, invite_id) WHERE invite_id IS NOT NULL",
];

const responses = ({ types: { integer, text }, clustered }: Dialect): string[] => [
  `CREATE TABLE survey_responses (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    survey_id ${integer} NOT NULL,
    submitted_at ${integer} NOT NULL,
    appointment_date ${text},
    contact ${text},
    location_id ${integer},
    provider_id ${integer},
    patient_id ${text},
    patient_first ${text},
    patient_last ${text},
    answers ${text} NOT NULL,
    comments ${text} NOT NULL,
    extras ${text} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${within("survey_id", "surveys")},
    ${within("location_id", "locations")},
    ${within("provider_id", "providers")}
  )${clustered}`,
];
