import { setImmediate } from "node:timers/promises";
import type { AccountId, Appointment, AppointmentSearch, AppointmentStore, MatchKeyKind } from "@repute/domain";
import { matchKeyKinds } from "@repute/domain";
import { appointmentKeySchema, keyRowsOf } from "../rows/appointment-key-row.js";
import { appointmentTable } from "../rows/appointment-row.js";
import { asked, firstNamesAgree } from "../rows/asked.js";
import { dayNumberOf } from "../rows/moment-or-day.js";
import { slices } from "../rows/slices.js";
import { upsert } from "../rows/statements.js";
import type { Session, Value } from "../session.js";
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
      const rows = [...last.values()].flatMap((one) => keyRowsOf(account, one));
      await upsert(session, appointmentKeySchema, rows);
    },
    async first(account, searches) {
      const found = await firstIds(session, account, searches);
      const ids = new Set(found.flat());
      const byId = new Map((await byIds(account, [...ids] as Appointment["id"][])).map((one) => [one.id, one]));
      return found.map((few) => few.flatMap((id) => byId.get(id as Appointment["id"]) ?? []));
    },
  };
}

/** The keys of appointments as they are stored now. */
async function removeKeys(session: Session, account: AccountId, stored: readonly Appointment[]): Promise<void> {
  const keys = stored.flatMap((one) => keyRowsOf(account, one));
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

/** What each search finds first: the id of a moment, and that of a bare day, where there is one. */
async function firstIds(
  session: Session,
  account: AccountId,
  searches: readonly AppointmentSearch[],
): Promise<readonly number[][]> {
  const found = searches.map((): number[] => []);
  for (const [kind, named] of forms) {
    const members = searches.flatMap((search, place) =>
      search.key.kind === kind && (search.name !== null) === named ? [membersOf(search, place)] : [],
    );
    for (const slice of slices(members, () => 1)) {
      const rows = await session.query(firstOf(session, kind, named), [account, JSON.stringify(slice)]);
      for (const { place, moment, day } of rows) {
        found[place as number] = [moment, day].filter((id): id is number => id !== null);
      }
      await setImmediate();
    }
  }
  return found;
}

/** Searches of each kind, for names that agree and for all, are different statements: each has an index of its own. */
const forms = matchKeyKinds.flatMap((kind) => [[kind, true] as const, [kind, false] as const]);

const members = {
  ...({ place: "integer", wanted: "text", first: "text", last: "text" } as const),
  ...({ moment_from: "integer", moment_to: "integer", day_from: "integer", day_to: "integer" } as const),
  ...({ booked_moment_from: "integer", booked_moment_to: "integer" } as const),
  ...({ booked_day_from: "integer", booked_day_to: "integer" } as const),
} as const;

function membersOf({ key, name, starts, bookings }: AppointmentSearch, place: number): readonly Value[] {
  return [
    ...[place, key.value, name?.first ?? "", name?.last ?? ""],
    ...[starts, bookings].flatMap(({ moments, days }) => [
      ...[moments.from, moments.to, dayNumberOf(days.from), dayNumberOf(days.to)],
    ]),
  ];
}

function firstOf({ dialect }: Session, kind: MatchKeyKind, named: boolean): string {
  const first = (form: number, name: string) => `(SELECT id FROM appointment_keys
      WHERE account_id = $1 AND kind = '${kind}' AND value = asked.wanted
        ${named ? `AND last_name = asked.last AND ${firstNamesAgree}` : ""}
        AND form = ${form} AND at >= asked.${name}_from AND at < asked.${name}_to
        AND CASE WHEN booked_at IS NULL THEN at < asked.booked_${name}_to
          WHEN booked_form = 0 THEN booked_at >= asked.booked_moment_from AND booked_at < asked.booked_moment_to
          ELSE booked_at >= asked.booked_day_from AND booked_at < asked.booked_day_to END
      ORDER BY at, id LIMIT 1) AS ${name}`;
  return `SELECT place, ${first(0, "moment")}, ${first(1, "day")} FROM ${asked(dialect, "$2", members)}`;
}
