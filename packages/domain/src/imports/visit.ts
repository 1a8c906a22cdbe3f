import type { MomentOrDay } from "../attribution/appointment.js";
import type { CalendarDate } from "../kernel/calendar-date.js";
import type { EmailAddress } from "../kernel/email.js";
import { parseEmail } from "../kernel/email.js";
import type { Phone } from "../kernel/phone.js";
import { parsePhone } from "../kernel/phone.js";
import type { StateCode } from "../kernel/state.js";
import { parseState } from "../kernel/state.js";
import type { ImportRow } from "./import-row.js";
import { firstNameOf, patientNameOf } from "./reviewer-name.js";
import type { Reading, SlotRow } from "./slot.js";
import { readSlot } from "./slot.js";

/** A row as it was understood; `null` is unusable or not sent. */
export type Visit = SlotRow & {
  readonly row: number;
  /** What the practice's system calls the appointment. */
  readonly ref: string | null;
  readonly patientId: string | null;
  /** As sent. */
  readonly patientName: string;
  /** Reduced for comparison: without titles, suffixes, accents or capitals. */
  readonly firstName: string;
  /** Usable numbers without repeats: mobile, home, work. */
  readonly phones: readonly Phone[];
  readonly mobile: Phone | null;
  readonly email: EmailAddress | null;
  readonly sentEmail: string | null;
  readonly state: StateCode | null;
  readonly dateOfBirth: CalendarDate | null;
  readonly bookedAt: MomentOrDay | null;
};

/** Reads what rules ask of a row. */
export function readVisit(row: ImportRow, reading: Reading): Visit {
  const mobile = parsePhone(row.mobilePhone ?? "");
  const phones = [mobile, parsePhone(row.homePhone ?? ""), parsePhone(row.workPhone ?? "")];
  const email = parseEmail(row.email ?? "");
  const { at, date, sentDate, location, provider, problem } = readSlot(row, reading);
  // Each member by name: copying the slot as a whole takes as long as all else.
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
