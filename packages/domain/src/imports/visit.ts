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
import type { Reading, Slot } from "./slot.js";
import { readSlot } from "./slot.js";

/** A row as it was understood; `null` is unusable or not sent. */
export type Visit = Slot & {
  readonly row: number;
  /** Why nothing can be said of the row. */
  readonly problem: string | null;
  /** What the practice's system calls the appointment. */
  readonly ref: string | null;
  readonly patientId: string | null;
  /** As sent. */
  readonly patientName: string;
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
  return {
    ...readSlot(row, reading),
    row: row.row,
    problem: row.problem ?? null,
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
