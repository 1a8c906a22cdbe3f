import type { Location } from "../../foundation/catalog/catalog.js";
import type { Places } from "../../foundation/catalog/places.js";
import {
  type EmailAddress,
  parseEmail,
  parsePhone,
  personName,
  type Phone,
} from "../../foundation/kernel/contact-details.js";
import type { CalendarDate } from "../../foundation/kernel/times.js";
import type { CahpsType } from "./cahps-type.js";
import type { PatientDates } from "./patient-dates.js";
import type { PatientRow } from "./patient-rows.js";
import { addressFields, facilityFields, type SurveyField } from "./survey-field.js";

/** Date from a row. `sent` is the cell as it is in the file. `date` is `null` if the cell is empty or invalid. */
export type SentDate = { readonly field: SurveyField; readonly sent: string; readonly date: CalendarDate | null };

/** Phone number from a row. `sent` is the content of the cell. `number` is `null` if the phone number is invalid. */
type SentPhone = {
  readonly field: "phone" | "mobile";
  readonly sent: string;
  readonly number: Phone | null;
};

/** Patient, facility and date of a row, for comparing the rows of a file. */
export type Stay = {
  readonly row: PatientRow;
  /** Returns the content of a cell, or an empty string if the row does not have the field. */
  readonly text: (field: SurveyField) => string;
  /** Date that determines the sample month: the date of the surgery, or of the discharge from the hospital. */
  readonly sampled: SentDate;
  /** Location of the row. `null` if the row has no location or the location is unknown. */
  readonly location: Location | null;
};

/** Parsed row of a patient file, which the rules check. */
export type Patient = Stay & {
  /** Key of the patient, which is the same in all rows of this patient. Empty if the patient cannot be identified. */
  readonly identity: string;
  readonly birth: SentDate;
  /** Date of the surgery, or of the admission to the hospital. */
  readonly service: SentDate;
  readonly discharge: SentDate;
  /** All phone numbers of the row, including invalid ones. */
  readonly phones: readonly SentPhone[];
  readonly email: EmailAddress | null;
  readonly hasContact: boolean;
  readonly missingAddress: readonly SurveyField[];
};

/** Survey type, date parsers and locations that are needed to parse rows. */
export type PatientReading = { readonly type: CahpsType; readonly dates: PatientDates; readonly places: Places };

export const stayFields = [
  "service_date",
  "discharge_date",
  "patient_id",
  ...facilityFields,
] as const satisfies SurveyField[];

export function readStay(row: PatientRow, { type, dates, places }: PatientReading): Stay {
  const text: Text = (field) => row.texts[field] ?? "";
  const sampled = dateOf(type === "OASCAHPS" ? "service_date" : "discharge_date", text, dates);
  return { row, text, sampled, location: locationOf(text, places) };
}

export function readPatient(row: PatientRow, reading: PatientReading): Patient {
  const stay = readStay(row, reading);
  const { text } = stay;
  const isOutpatient = reading.type === "OASCAHPS";
  const birth = text("date_of_birth");
  const phones = phonesOf(text);
  const email = parseEmail(text("email"));
  return {
    ...stay,
    identity: identityOf(text),
    birth: { field: "date_of_birth", sent: birth, date: reading.dates.birth(birth) },
    service: isOutpatient ? stay.sampled : dateOf("admit_date", text, reading.dates),
    discharge: isOutpatient ? dateOf("discharge_date", text, reading.dates) : stay.sampled,
    phones,
    email,
    hasContact: email !== null || phones.some(({ number }) => number !== null),
    missingAddress: addressFields.filter((field) => text(field) === ""),
  };
}

type Text = Stay["text"];

function dateOf(field: SurveyField, text: Text, dates: PatientDates): SentDate {
  const sent = text(field);
  return { field, sent, date: dates.day(sent) };
}

const phonesOf = (text: Text): readonly SentPhone[] =>
  (["phone", "mobile"] as const).flatMap((field) => {
    const sent = text(field);
    return sent === "" ? [] : [{ field, sent, number: parsePhone(sent) }];
  });

function identityOf(text: Text): string {
  const id = text("patient_id");
  if (id !== "") return id;
  const { first, last } = personName(`${text("last_name")}, ${text("first_name")}`);
  return last === "" ? "" : `${last}, ${first}, ${text("date_of_birth")}`;
}

/** Finds the location of a row by its code, or by its name if the code is unknown. */
function locationOf(text: Text, places: Places): Location | null {
  for (const field of ["location_code", "location_name"] as const) {
    const sent = text(field);
    const place = sent === "" ? null : places.location(sent).place;
    if (place) return place;
  }
  return null;
}

/**
 * Returns the key of a row's facility: the certification number, or the location if there is no number. Empty if
 * neither is known.
 */
export const facilityOf = ({ text, location }: Stay): string =>
  text("facility_ccn").toUpperCase() ||
  (location === null ? (text("location_code") || text("location_name")).toLowerCase() : String(location.id));
