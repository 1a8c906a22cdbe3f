import type { Appointment, AppointmentStore } from "@repute/domain";
import {
  appointmentDigestTable,
  appointmentKeyTable,
  appointmentTable,
  digestsOf,
  keysOf,
} from "../rows/appointments.js";
import type { Session } from "../session.js";
import { appointmentsWithKeys } from "./appointments-with-keys.js";
import { firstAppointments } from "./first-appointments.js";
import { greatestId } from "./next-id.js";
import { storedAmong, typeormRecordStore } from "./record-store.js";

/** The appointments of the account of a unit of work. */
export function typeormAppointmentStore(session: Session): AppointmentStore {
  const { byIds, save, remove, page } = typeormRecordStore<Appointment>(session, appointmentTable);
  return {
    byIds,
    page,
    async remove(account, ids) {
      const before = await byIds(account, ids);
      await appointmentKeyTable.remove(session, account, before.flatMap(keysOf));
      await appointmentDigestTable.remove(session, account, before.flatMap(digestsOf));
      await remove(account, ids);
    },
    async save(account, appointments) {
      const before = await storedAmong(session, appointmentTable, account, appointments);
      await appointmentKeyTable.remove(session, account, before.flatMap(keysOf));
      await appointmentDigestTable.remove(session, account, before.flatMap(digestsOf));
      await save(account, appointments);
      const last = [...new Map(appointments.map((one) => [one.id, one])).values()];
      await appointmentKeyTable.append(session, account, last.flatMap(keysOf));
      await appointmentDigestTable.append(session, account, last.flatMap(digestsOf));
    },
    withKeys: (account, keys) => appointmentsWithKeys(session, account, keys),
    greatest: (account) => greatestId(session, appointmentTable, account),
    async first(account, searches) {
      const found = await firstAppointments(session, account, searches);
      const ids = new Set(found.flat());
      const byId = new Map((await byIds(account, [...ids] as Appointment["id"][])).map((one) => [one.id, one]));
      return found.map((few) => few.flatMap((id) => byId.get(id as Appointment["id"]) ?? []));
    },
  };
}
