import type { RecordPage } from "../../foundation/feed/record-store.js";
import type { AccountId, AppointmentId } from "../../foundation/kernel/ids.js";
import { idsIn, recordsFrom } from "../../foundation/records/line-rules.js";
import { foundByRows, rowsOf } from "../../foundation/records/of-person.js";
import { plainLists } from "../../foundation/records/record-lists.js";
import { recordMentions } from "../../foundation/records/record-mentions.js";
import type { LoadedType } from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { appointmentFromLine, appointmentLine } from "./appointment-line.js";
import type { AppointmentStore, LinkingStores } from "./appointment-store.js";
import { patientFacts } from "./appointment.js";
import { publishAppointments } from "./publish-appointments.js";
import { linkWaiting, storeAppointments } from "./record-appointments.js";
import { type FreedConversion, linkFreed, removeAppointments } from "./remove-appointments.js";

type AppointmentReads = { readonly appointments: Pick<AppointmentStore, "page"> };

const page = ({ appointments }: AppointmentReads, account: AccountId, next: RecordPage) =>
  appointments.page(account, next);

/**
 * Record type for appointments.
 * All appointments are stored before conversions are linked, so the order of bundle lines does not matter.
 */
export const appointmentType: LoadedType<AppointmentReads, LinkingStores, unknown, "appointment"> = {
  kind: "appointment",
  lines: {
    shape: appointmentLine,
    keys: ["id"],
    contacts: ["phone", "email"],
    storing: {
      step: 34,
      reading: "first",
      begin: () => ({
        store: async (lines, work) => {
          const stored = await storeAppointments(recordsFrom(appointmentLine, appointmentFromLine, lines), work);
          return { count: stored.length, later: stored.map(({ id }) => id) };
        },
      }),
      later: { step: 40, run: (ids: readonly AppointmentId[], work) => linkWaiting(ids, work) },
    },
    removing: {
      step: 12,
      remove: async (keys, work) => {
        const freed: FreedConversion[] = [];
        const removed = await removeAppointments(idsIn(keys), work, freed);
        return { count: removed.length, later: freed };
      },
      later: { step: 60, run: linkFreed },
    },
  },
  lists: plainLists(({ appointments }: LinkingStores) => appointments, publishAppointments, { showsLocalTime: true }),
  mentions: recordMentions<AppointmentReads>({
    kind: "appointment",
    mentions: ["location", "provider"],
    page,
  }),
  ofPerson: foundByRows(rowsOf(page, patientFacts), (ids, work: UnitOfWork<LinkingStores>) =>
    removeAppointments(ids, work, []),
  ),
};
