import type { MigrationInterface, QueryRunner } from "typeorm";
import { dialectOf } from "../dialect-of.js";
import type { Dialect } from "../dialect.js";
import { ofAccount, within } from "./foreign-keys.js";

/** Appointments and submissions, and how conversions and appointments find each other. */
export class Attribution1780000014000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const dialect = dialectOf(runner.dataSource);
    for (const statement of [...tables(dialect), ...changes(dialect)]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of indexes) await runner.query(`DROP INDEX ${index}`);
    for (const column of columns) await runner.query(`ALTER TABLE conversions DROP COLUMN ${column}`);
    for (const table of ["submissions", "appointment_keys", "appointments"]) await runner.query(`DROP TABLE ${table}`);
  }
}

const tables = ({ types: { integer, text, flag }, clustered }: Dialect): string[] => [
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
    PRIMARY KEY (account_id, id),
    ${ofAccount},
    ${within("location_id", "locations")},
    ${within("provider_id", "providers")}
  )${clustered}`,
  // A form of 1 is a bare day, kept as its first moment in UTC: moments and days are only compared among themselves.
  // The day of a booking is that in UTC, or 0 when it is not known.
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
    PRIMARY KEY (account_id, kind, value, last_name, form, at, id),
    ${ofAccount}
  )${clustered}`,
  `CREATE INDEX appointment_keys_by_time ON appointment_keys
    (account_id, kind, value, form, at, id, booked_form, booked_at) WHERE kind = 'phone' OR kind = 'email'`,
  `CREATE INDEX appointment_keys_by_booking ON appointment_keys
    (account_id, kind, value, form, booked_day, at, id, booked_form, booked_at) WHERE kind = 'phone' OR kind = 'email'`,
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
  `CREATE INDEX submissions_by_identity ON submissions (account_id, identity)`,
  `CREATE INDEX test_submissions ON submissions (account_id, is_test) WHERE is_test`,
];

const columns = ["first_name", "last_name", "email", "prospect_id", "scheduled_date", "closes"] as const;

const changes = ({ types: { text, flag } }: Dialect): string[] => [
  ...columns.slice(0, -1).map((column) => `ALTER TABLE conversions ADD COLUMN ${column} ${text}`),
  `ALTER TABLE conversions ADD COLUMN closes ${flag} NOT NULL DEFAULT FALSE`,
  ...Object.entries(waiting).map(
    ([index, [first, ...more]]) =>
      `CREATE INDEX ${index} ON conversions (${["account_id", first, ...more].join(", ")})
        WHERE appointment_id IS NULL AND ${first} IS NOT NULL`,
  ),
  `CREATE INDEX conversions_of_appointments ON conversions (account_id, appointment_id, kind, id)
    WHERE appointment_id IS NOT NULL`,
  // The last column is for SQLite, which takes this index only where it need not look at the table.
  `CREATE INDEX closing_conversions ON conversions (account_id, appointment_id, closes) WHERE closes`,
];

/** By what conversions without an appointment are found. */
const waiting = {
  waiting_by_phone: ["phone", "at"],
  waiting_by_email: ["email", "at"],
  waiting_by_patient: ["prospect_id", "at"],
  waiting_by_name: ["last_name", "scheduled_date", "at"],
} as const;

const indexes = [...Object.keys(waiting), "conversions_of_appointments", "closing_conversions"];
