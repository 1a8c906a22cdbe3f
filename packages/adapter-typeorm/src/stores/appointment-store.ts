import { setImmediate } from "node:timers/promises";
import type { Appointment, AppointmentId, AppointmentStore } from "@repute/domain";
import { appointmentKeyTable, appointmentTable, keysOf } from "../rows/appointments.js";
import { asked } from "../rows/asked.js";
import { slices } from "../rows/slices.js";
import type { Session } from "../session.js";
import { firstAppointments } from "./first-appointments.js";
import { greatestId } from "./next-id.js";
import { storedAmong, typeormRecordStore } from "./record-store.js";

/** The appointments of the account of a unit of work. */
export function typeormAppointmentStore(session: Session): AppointmentStore {
  const { byIds, save } = typeormRecordStore<Appointment>(session, appointmentTable);
  return {
    byIds,
    async save(account, appointments) {
      const before = await storedAmong(session, appointmentTable, account, appointments);
      await appointmentKeyTable.remove(session, account, before.flatMap(keysOf));
      await save(account, appointments);
      const last = new Map(appointments.map((one) => [one.id, one]));
      await appointmentKeyTable.append(session, account, [...last.values()].flatMap(keysOf));
    },
    async withKeys(account, keys) {
      const found = new Map<number, AppointmentId>();
      const members = keys.map(({ kind, value }, ordinal) => [ordinal, kind, value]);
      for (const slice of slices(members, () => 1)) {
        for (const { ordinal, id } of await session.query(withKeys(session), [account, JSON.stringify(slice)])) {
          if (id !== null) found.set(ordinal as number, id as AppointmentId);
        }
        await setImmediate();
      }
      return keys.map((_, ordinal) => found.get(ordinal));
    },
    greatest: (account) => greatestId(session, appointmentTable, account),
    async first(account, searches) {
      const found = await firstAppointments(session, account, searches);
      const ids = new Set(found.flat());
      const byId = new Map((await byIds(account, [...ids] as Appointment["id"][])).map((one) => [one.id, one]));
      return found.map((few) => few.flatMap((id) => byId.get(id as Appointment["id"]) ?? []));
    },
  };
}

/** One appointment that has a key, for each key asked for. */
const withKeys = ({ dialect }: Session): string =>
  `SELECT ordinal, (SELECT id FROM appointment_keys WHERE account_id = $1 AND kind = asked.kind AND value = asked.value
      ORDER BY last_name, form, at, id LIMIT 1) AS id
    FROM ${asked(dialect, "$2", { ordinal: "integer", kind: "text", value: "text" })}`;
