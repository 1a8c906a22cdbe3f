import { setImmediate } from "node:timers/promises";
import type { AccountId, Appointment, AppointmentStore } from "@repute/domain";
import { appointmentKeyTable, appointmentTable, keysOf } from "../rows/appointments.js";
import { slices } from "../rows/slices.js";
import type { Session } from "../session.js";
import { firstAppointments } from "./first-appointments.js";
import { typeormRecordStore } from "./record-store.js";

/** The appointments of the account of a unit of work. */
export function typeormAppointmentStore(session: Session): AppointmentStore {
  const { byIds, save } = typeormRecordStore<Appointment>(session, appointmentTable);
  return {
    byIds,
    async save(account, appointments) {
      const ids = appointments.map(({ id }) => id);
      await removeKeys(session, account, await byIds(account, ids));
      await save(account, appointments);
      const last = new Map(appointments.map((one) => [one.id, one]));
      await appointmentKeyTable.save(session, account, [...last.values()].flatMap(keysOf));
    },
    async first(account, searches) {
      const found = await firstAppointments(session, account, searches);
      const ids = new Set(found.flat());
      const byId = new Map((await byIds(account, [...ids] as Appointment["id"][])).map((one) => [one.id, one]));
      return found.map((few) => few.flatMap((id) => byId.get(id as Appointment["id"]) ?? []));
    },
  };
}

/** The keys of appointments as they are stored now. */
async function removeKeys(session: Session, account: AccountId, stored: readonly Appointment[]): Promise<void> {
  const keys = stored.flatMap(keysOf);
  const members = keys.map(({ kind, value, lastName, form, at, id }) => [kind, value, lastName, form, at, id]);
  for (const slice of slices(members, () => 1)) {
    await session.run(removal(session), [account, JSON.stringify(slice)]);
    await setImmediate();
  }
}

const primaryKey = {
  kind: "text",
  value: "text",
  last_name: "text",
  form: "integer",
  at: "integer",
  id: "integer",
} as const;

function removal({ dialect }: Session): string {
  const names = Object.keys(primaryKey).join(", ");
  const members = Object.values(primaryKey).map((kind, index) => dialect.member(index, kind));
  return `DELETE FROM appointment_keys WHERE account_id = $1 AND (${names}) IN
    (SELECT ${members.join(", ")} FROM ${dialect.elements("$2")})`;
}
