import type { RecordPage } from "../../foundation/feed/publication.js";
import { parseEmail, parsePhone } from "../../foundation/kernel/contact-details.js";
import type { AccountId, AppointmentId, LocationId, ProviderId } from "../../foundation/kernel/ids.js";
import {
  date,
  defaulted,
  idOf,
  instant,
  label,
  money,
  oneOf,
  optional,
  ownId,
  texts,
} from "../../foundation/kernel/line-fields.js";
import { type Field, type Shaped, writeLine } from "../../foundation/kernel/line-shape.js";
import type { ReadStores } from "../../foundation/kernel/storage.js";
import { isoInstant } from "../../foundation/kernel/times.js";
import { foundByRows, rowsOf } from "../../foundation/records/personal-data.js";
import { plainLists } from "../../foundation/records/record-lists.js";
import {
  idsIn,
  type LoadedType,
  mentionedIn,
  recordMentions,
  recordsFrom,
  storedLines,
} from "../../foundation/records/record-type.js";
import {
  type Appointment,
  appointmentStatuses,
  type MomentOrDay,
  patientFacts,
  publishAppointments,
} from "./appointment.js";
import { type FreedConversion, linkFreed, linkWaiting, removeAppointments, storeAppointments } from "./appointments.js";

const momentOrDay: Field<MomentOrDay> = {
  expected: `${instant.expected}, or ${date.expected}`,
  read: (value) => date.read(value) ?? instant.read(value),
  write: (value: MomentOrDay) => (typeof value === "number" ? isoInstant(value) : value),
};

/** Fields of an `appointment` line in a bundle. */
export const appointmentLine = {
  id: ownId<AppointmentId>(),
  appointment_at: momentOrDay,
  booked_at: optional(momentOrDay),
  patient_id: optional(label),
  patient_name: optional(label),
  phone: optional(label),
  email: optional(label),
  location_id: optional(idOf<LocationId>("location")),
  provider_id: optional(idOf<ProviderId>("provider")),
  revenue: optional(money),
  status: optional(oneOf(appointmentStatuses)),
  status_at: optional(instant),
  other_phones: defaulted(texts, []),
  date_of_birth: optional(date),
};

/** Converts a bundle line to an appointment. Drops invalid phone numbers and email addresses. */
export function appointmentFromLine(line: Shaped<typeof appointmentLine>): Appointment {
  const numbers = [line.phone ?? "", ...line.other_phones].map((text) => parsePhone(text));
  return {
    id: line.id,
    at: line.appointment_at,
    bookedAt: line.booked_at,
    patientId: line.patient_id,
    patientName: line.patient_name,
    dateOfBirth: line.date_of_birth,
    phones: [...new Set(numbers)].filter((one) => one !== null),
    email: parseEmail(line.email ?? ""),
    locationId: line.location_id,
    providerId: line.provider_id,
    revenue: line.revenue,
    source: null,
    status: line.status,
    statusAt: line.status_at,
  };
}

const appointmentToLine = ({ at, phones, ...appointment }: Appointment) =>
  writeLine(appointmentLine, {
    ...appointment,
    appointmentAt: at,
    phone: phones[0] ?? null,
    otherPhones: phones.length > 1 ? phones.slice(1) : null,
  });

const page = ({ appointments }: ReadStores, account: AccountId, next: RecordPage) => appointments.page(account, next);

/**
 * Record type for appointments.
 * All appointments are stored before conversions are linked, so the order of bundle lines does not matter.
 */
export const appointmentType: LoadedType<"appointment"> = {
  kind: "appointment",
  lines: {
    shape: appointmentLine,
    keys: ["id"],
    contacts: ["phone", "email"],
    pages: page,
    stored: storedLines(page, appointmentToLine),
    storing: () => ({
      async store(lines, work) {
        const stored = await storeAppointments(recordsFrom(appointmentLine, appointmentFromLine, lines), work);
        return { count: stored.length, later: stored.map(({ id }) => id) };
      },
    }),
    afterStoring: (ids: readonly AppointmentId[], work) => linkWaiting(ids, work),
    async removing(keys, work) {
      const freed: FreedConversion[] = [];
      const removed = await removeAppointments(idsIn(keys), work, freed);
      return { count: removed.length, later: freed };
    },
    afterRemoving: linkFreed,
  },
  lists: plainLists(({ appointments }) => appointments, publishAppointments, { showsLocalTime: true }),
  mentions: recordMentions({ kind: "appointment", mentions: mentionedIn(appointmentLine), page }),
  ofPerson: foundByRows(rowsOf(page, patientFacts), (ids, work) => removeAppointments(ids, work, [])),
  among: async ({ appointments }, account, ids) =>
    (await appointments.byIds(account, ids as readonly AppointmentId[])).map(({ id }) => id),
};
