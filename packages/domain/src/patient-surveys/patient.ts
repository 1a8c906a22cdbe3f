import type { Location } from "../catalog/catalog.js";
import type { Places } from "../imports/places.js";
import type { CalendarDate } from "../kernel/calendar-date.js";
import type { EmailAddress } from "../kernel/email.js";
import { parseEmail } from "../kernel/email.js";
import type { Phone } from "../kernel/phone.js";
import { parsePhone } from "../kernel/phone.js";
import { personName } from "../kernel/person-name.js";
import type { CahpsType } from "./cahps-type.js";
import type { PatientDates } from "./patient-dates.js";
import type { PatientRow } from "./patient-rows.js";
import type { SurveyField } from "./survey-field.js";
import { addressFields } from "./survey-field.js";

/** A day as a row says it: `date` is `null` where nothing was sent, and for what is no day. */
export type SentDate = { readonly field: SurveyField; readonly sent: string; readonly date: CalendarDate | null };

/** A phone number as a row says it; `number` is `null` for an unusable one. */
type SentPhone = {
  readonly field: "phone" | "mobile";
  readonly sent: string;
  readonly number: Phone | null;
};

/** Who was where, and when: what rows of one file are compared by. */
export type Stay = {
  readonly row: PatientRow;
  /** The text of a field, empty where there is none. */
  readonly text: (field: SurveyField) => string;
  /** Of the day by which a patient belongs to a month: of the surgery, or of the discharge from the hospital. */
  readonly sampled: SentDate;
  /** `null` where the row names a place that is not known, or none. */
  readonly location: Location | null;
};

/** What rules ask of a row. */
export type Patient = Stay & {
  /** Who it is: two rows of one patient have the same. Empty where nothing is said of that. */
  readonly identity: string;
  readonly birth: SentDate;
  /** Of the surgery, or of the admission to the hospital. */
  readonly service: SentDate;
  readonly discharge: SentDate;
  /** Those that were sent. */
  readonly phones: readonly SentPhone[];
  readonly email: EmailAddress | null;
  readonly hasContact: boolean;
  readonly missingAddress: readonly SurveyField[];
};

/** What rows are read with. */
export type PatientReading = { readonly type: CahpsType; readonly dates: PatientDates; readonly places: Places };

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

/** By the code, then by the name. */
function locationOf(text: Text, places: Places): Location | null {
  for (const field of ["location_code", "location_name"] as const) {
    const sent = text(field);
    const place = sent === "" ? null : places.location(sent).place;
    if (place) return place;
  }
  return null;
}

/** The facility of a row: its certification number, else the location. Empty where nothing is said of it. */
export const facilityOf = ({ text, location }: Stay): string =>
  text("facility_ccn").toUpperCase() ||
  (location === null ? (text("location_code") || text("location_name")).toLowerCase() : String(location.id));
