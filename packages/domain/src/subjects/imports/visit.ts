import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import { type EmailAddress, parseEmail } from "../../foundation/kernel/email.js";
import { parsePhone, type Phone } from "../../foundation/kernel/phone.js";
import { parseState, type StateCode } from "../../foundation/kernel/state.js";
import type { MomentOrDay } from "../appointments/appointment.js";
import type { ImportRow } from "./import-row.js";
import { firstNameOf, patientNameOf } from "./patient-name.js";
import { type Reading, readSlot, type SlotRow } from "./slot.js";

/** Parsed row of an appointment file. Missing and invalid values are `null`. */
export type Visit = SlotRow & {
  readonly row: number;
  /** Appointment id in the practice's own system. */
  readonly ref: string | null;
  readonly patientId: string | null;
  /** Patient's name as written in the file. */
  readonly patientName: string;
  /** First name, normalized for comparison: without titles, suffixes, accents or capitals. */
  readonly firstName: string;
  /** Valid phone numbers without duplicates, in the order mobile, home, work. */
  readonly phones: readonly Phone[];
  readonly mobile: Phone | null;
  readonly email: EmailAddress | null;
  readonly sentEmail: string | null;
  readonly state: StateCode | null;
  readonly dateOfBirth: CalendarDate | null;
  readonly bookedAt: MomentOrDay | null;
};

export function readVisit(row: ImportRow, reading: Reading): Visit {
  const mobile = parsePhone(row.mobilePhone ?? "");
  const phones = [mobile, parsePhone(row.homePhone ?? ""), parsePhone(row.workPhone ?? "")];
  const email = parseEmail(row.email ?? "");
  const { at, date, sentDate, location, provider, problem } = readSlot(row, reading);
  // Copy each property by name, because spreading `slot` doubles the running time of this function.
  return {
    at,
    date,
    sentDate,
    location,
    provider,
    problem,
    row: row.row,
    ref: sent(row.appointmentId),
    patientId: sent(row.patientId),
    patientName: patientNameOf(row),
    firstName: firstNameOf(row),
    phones: [...new Set(phones.filter((phone) => phone !== null))],
    mobile,
    email,
    sentEmail: email === null ? null : sent(row.email),
    state: parseState(row.state ?? ""),
    dateOfBirth: reading.times.birth(row.dateOfBirth ?? ""),
    bookedAt: reading.times.booking(row.bookedAt ?? ""),
  };
}

const sent = (text = ""): string | null => text.trim() || null;
