import type { Dialect } from "../../engine.js";
import { ofAccount, within } from "./schema-sql.js";

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

/** Returns the statements that create the tables for appointments and their lookup keys. */
export const appointments = ({ types: { integer, text }, clustered, importKeys }: Dialect): string[] => [
  // The status is set if an appointment does not take place.
  `CREATE TABLE appointments (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    appointment_at ${integer},
    appointment_date ${text},
    booked_at ${integer},
    booked_date ${text},
    patient_id ${text},
    patient_name ${text},
    phones ${text} NOT NULL,
    email ${text},
    location_id ${integer},
    provider_id ${integer},
    revenue ${integer},
    date_of_birth ${text},
    source ${text},
    status ${text},
    status_at ${integer},
    PRIMARY KEY (account_id, id)
    ${importKeys(ofAccount, within("location_id", "locations"), within("provider_id", "providers"))}
  )${clustered}`,
  // Form 0 is a timestamp, and form 1 is a date at midnight in UTC. Only times of the same form are compared.
  // The booking day is a day in UTC, or 0 if the booking date is unknown.
  `CREATE TABLE appointment_keys (
    account_id ${integer} NOT NULL,
    kind ${text} NOT NULL,
    value ${text} NOT NULL,
    last_name ${text} NOT NULL,
    form ${integer} NOT NULL,
    at ${integer} NOT NULL,
    id ${integer} NOT NULL,
    first_name ${text} NOT NULL,
    booked_form ${integer},
    booked_at ${integer},
    booked_day ${integer} NOT NULL,
    PRIMARY KEY (account_id, kind, value, last_name, form, at, id)
    ${importKeys(ofAccount)}
  )${clustered}`,
  `CREATE INDEX appointment_keys_by_time ON appointment_keys
    (account_id, kind, value, form, at, id, booked_form, booked_at) WHERE kind = 'phone' OR kind = 'email'`,
  `CREATE INDEX appointment_keys_by_booking ON appointment_keys
    (account_id, kind, value, form, booked_day, at, id, booked_form, booked_at) WHERE kind = 'phone' OR kind = 'email'`,
  // Short hashes of the keys with which imports find appointments.
  `CREATE TABLE appointment_digests (
    account_id ${integer} NOT NULL,
    digest ${integer} NOT NULL,
    id ${integer} NOT NULL,
    PRIMARY KEY (account_id, digest, id)
    ${importKeys(ofAccount)}
  )${clustered}`,
];

/** Returns the statements that create the tables for calls, submissions, conversions and campaign costs. */
export const conversions = (dialect: Dialect): string[] => [
  ...conversionTable(dialect),
  ...callTable(dialect),
  ...submissionTable(dialect),
  ...spendTable(dialect),
];

const conversionTable = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
  `CREATE TABLE conversions (
    account_id ${integer} NOT NULL,
    kind ${text} NOT NULL,
    id ${integer} NOT NULL,
    type ${text} NOT NULL,
    at ${integer} NOT NULL,
    from_number ${text} NOT NULL,
    phone ${text},
    tracking_number ${text},
    campaign_id ${integer},
    source ${text},
    new_patient ${flag} NOT NULL,
    created_at ${integer} NOT NULL,
    modified_at ${integer} NOT NULL,
    first_name ${text},
    last_name ${text},
    email ${text},
    prospect_id ${text},
    scheduled_date ${text},
    appointment_id ${integer},
    appointment_at ${integer},
    appointment_date ${text},
    location_id ${integer},
    provider_id ${integer},
    patient_id ${text},
    patient_name ${text},
    closes ${flag} NOT NULL,
    sent_campaign ${text},
    sent_channel ${text},
    origin ${text} NOT NULL,
    PRIMARY KEY (account_id, kind, id),
    ${ofAccount},
    ${within("campaign_id", "campaigns")},
    ${within("location_id", "locations")},
    ${within("provider_id", "providers")}
  )${clustered}`,
  // This index contains all columns that campaign summaries read. The column `origin` identifies the campaign, the
  // source and the channel from the call tracker.
  `CREATE INDEX conversions_by_origin ON conversions
    (account_id, origin, at, appointment_id, closes, new_patient)`,
  ...Object.entries(waitingIndexes).map(
    ([index, compared]) =>
      `CREATE INDEX ${index} ON conversions (${["account_id", ...compared, "at"].join(", ")})
        WHERE appointment_id IS NULL${compared.map((column) => ` AND ${column} IS NOT NULL`).join("")}`,
  ),
  `CREATE INDEX conversions_of_appointments ON conversions (account_id, appointment_id, kind, id)
    WHERE appointment_id IS NOT NULL`,
  // The last column is necessary, because SQLite uses this index only if it contains all columns that a query reads.
  "CREATE INDEX closing_conversions ON conversions (account_id, appointment_id, closes) WHERE closes",
];

/**
 * Compared columns of the indexes for finding conversions without an appointment.
 * Conversions that lack one of these columns are not in the index.
 */
const waitingIndexes = {
  waiting_by_phone: ["phone"],
  waiting_by_email: ["email"],
  waiting_by_patient: ["prospect_id"],
  waiting_by_name: ["last_name", "scheduled_date"],
} as const;

/** Table that maps the call ids of call trackers to Repute's call ids. */
const callTable = ({ types: { integer, text }, clustered }: Dialect): string[] => [
  `CREATE TABLE call_names (
    account_id ${integer} NOT NULL,
    tracker ${text} NOT NULL,
    name ${text} NOT NULL,
    id ${integer} NOT NULL,
    PRIMARY KEY (account_id, tracker, name),
    UNIQUE (account_id, id),
    ${ofAccount}
  )${clustered}`,
];

const submissionTable = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
  `CREATE TABLE submissions (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    at ${integer} NOT NULL,
    scct_parameter ${text} NOT NULL,
    phone_number ${text} NOT NULL,
    phone ${text},
    type ${text} NOT NULL,
    patient_name ${text} NOT NULL,
    patient_id ${text},
    scheduled_date ${text},
    email ${text},
    street ${text},
    secondary_street ${text},
    city ${text},
    state ${text},
    postal ${text},
    is_test ${flag} NOT NULL,
    identity ${text} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${ofAccount}
  )${clustered}`,
  "CREATE INDEX submissions_by_identity ON submissions (account_id, identity)",
  "CREATE INDEX test_submissions ON submissions (account_id, is_test) WHERE is_test",
];

const spendTable = ({ types: { integer, text }, clustered }: Dialect): string[] => [
  `CREATE TABLE spends (
    account_id ${integer} NOT NULL,
    id ${integer} NOT NULL,
    campaign_id ${integer} NOT NULL,
    start_date ${text} NOT NULL,
    end_date ${text} NOT NULL,
    amount ${integer} NOT NULL,
    PRIMARY KEY (account_id, id),
    ${within("campaign_id", "campaigns")}
  )${clustered}`,
  "CREATE INDEX spends_by_end ON spends (account_id, end_date)",
];
