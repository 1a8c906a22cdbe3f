import type { Appointment, AppointmentStore } from "@repute/domain";
import { keyTable } from "../bulk/key-table.js";
import { keyedStore } from "../bulk/keyed-store.js";
import type { Session } from "../engine/session.js";
import {
  appointmentDigestTable,
  appointmentKeyTable,
  appointmentTable,
  digestsOf,
  keysOf,
} from "../tables/appointments.js";
import { appointmentsWithKeys } from "./appointments-with-keys.js";
import { firstAppointments } from "./first-appointments.js";

const keyTables = [
  keyTable(appointmentKeyTable, appointmentTable, keysOf),
  keyTable(appointmentDigestTable, appointmentTable, digestsOf),
];

export function appointmentStore(session: Session): AppointmentStore {
  const keyed = keyedStore(session, appointmentTable, keyTables);
  return {
    ...keyed,
    withKeys: (account, keys) => appointmentsWithKeys(session, account, keys),
    async first(account, searches) {
      const found = await firstAppointments(session, account, searches);
      const ids = new Set(found.flat());
      const byId = new Map((await keyed.byIds(account, [...ids] as Appointment["id"][])).map((one) => [one.id, one]));
      return found.map((matches) => matches.flatMap((id) => byId.get(id as Appointment["id"]) ?? []));
    },
  };
}
