import type { Dialect } from "../../../engine/dialect.js";
import { ofAccount, within } from "../foreign-keys.js";

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
