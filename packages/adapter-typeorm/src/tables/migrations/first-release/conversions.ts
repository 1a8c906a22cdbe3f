import type { Dialect } from "../../../engine/dialect.js";
import { ofAccount, within } from "../foreign-keys.js";

/** Returns the statements that create the tables for calls, submissions, conversions and campaign costs. */
export const conversions = (dialect: Dialect): string[] => [
  ...all(dialect),
  ...calls(dialect),
  ...submissions(dialect),
  ...spends(dialect),
];

const all = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
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
  ...Object.entries(waiting).map(
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
const waiting = {
  waiting_by_phone: ["phone"],
  waiting_by_email: ["email"],
  waiting_by_patient: ["prospect_id"],
  waiting_by_name: ["last_name", "scheduled_date"],
} as const;

/** Table that maps the call ids of call trackers to Repute's call ids. */
const calls = ({ types: { integer, text }, clustered }: Dialect): string[] => [
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

const submissions = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
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

const spends = ({ types: { integer, text }, clustered }: Dialect): string[] => [
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
