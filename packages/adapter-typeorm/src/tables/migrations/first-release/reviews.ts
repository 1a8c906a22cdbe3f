import type { Dialect } from "../../../engine/dialect.js";
import { within } from "../foreign-keys.js";

/** Returns the statements that create the tables for reviews and survey responses. */
export const reviews = (dialect: Dialect): string[] => [...reviewTables(dialect), ...responses(dialect)];

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
