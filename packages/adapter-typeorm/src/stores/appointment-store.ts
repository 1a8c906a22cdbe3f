import {
  type AccountId,
  type Appointment,
  type AppointmentId,
  type AppointmentKey,
  type AppointmentSearch,
  type AppointmentStore,
  importKeysOf,
  type MatchKeyKind,
  matchKeyKinds,
} from "@repute/domain";
import type { RawRow, Session, Value } from "../engine.js";
import { forgetOutcomesOf } from "../segments/outcome-spans.js";
import { appointmentTable } from "../tables/appointments.js";
import { firstNamesAgree, found, lookupTable, slices, turnAfter } from "../tables/bound-rows.js";
import { bucketOf, dayNumberOf } from "../tables/columns.js";
import { digested, digestOf, ofAppointment, placeOf } from "../tables/match-keys.js";
import { appointmentKeys, mayBeCrowded, nearest, notBooked } from "./match-keys.js";
import { keyedStore, withOneOf } from "./record-store.js";

export function appointmentStore(session: Session): AppointmentStore {
  const keyed = keyedStore(session, appointmentTable, [appointmentKeys]);
  return {
    ...keyed,
    async save(account, appointments, bulk) {
      const ids = appointments.map(({ id }) => id);
      await Promise.all([forgetOutcomesOf(session, account, ids), keyed.save(account, appointments, bulk)]);
    },
    async remove(account, ids) {
      await Promise.all([forgetOutcomesOf(session, account, ids), keyed.remove(account, ids)]);
    },
    withKeys: (account, keys) => appointmentsWithKeys(session, account, keys),
    withContacts: (account, contacts) => appointmentsWithContacts(session, account, contacts),
    async first(account, searches) {
      const found = await firstAppointments(session, account, searches);
      const ids = new Set(found.flat());
      const byId = new Map((await keyed.byIds(account, [...ids] as Appointment["id"][])).map((one) => [one.id, one]));
      return found.map((matches) => matches.flatMap((id) => byId.get(id as Appointment["id"]) ?? []));
    },
  };
}

/** Returns one appointment id per key. The id is undefined if no appointment has the key. */
async function appointmentsWithKeys(
  session: Session,
  account: AccountId,
  keys: readonly AppointmentKey[],
): Promise<readonly (AppointmentId | undefined)[]> {
  const all = keys.map((key, ordinal) => ({ key, ordinal }));
  const [texts, digests] = [all.filter(({ key }) => isMatchKey(key)), all.filter(({ key }) => !isMatchKey(key))];
  const [byText, byDigest] = await Promise.all([
    withTexts(session, account, texts),
    withDigests(session, account, digests),
  ]);
  return keys.map((_, ordinal) => byText.get(ordinal) ?? byDigest.get(ordinal));
}

/** Lookup key with its index in the request. */
type Wanted = { readonly key: AppointmentKey; readonly ordinal: number };
type Found = Map<number, AppointmentId>;

const isMatchKey = ({ kind }: AppointmentKey): boolean => (matchKeyKinds as readonly string[]).includes(kind);

const withTexts = (session: Session, account: AccountId, wanted: readonly Wanted[]): Promise<Found> =>
  probe(session, account, {
    sql: withText(session),
    members: wanted.map(({ key: { kind, value }, ordinal }) => [ordinal, kind, value]),
  });

/**
 * Finds appointments by the digests of their keys. Skips appointments that have the same digest but a different key.
 */
async function withDigests(session: Session, account: AccountId, wanted: readonly Wanted[]): Promise<Found> {
  const ids: Found = new Map();
  let open = wanted.map(({ key, ordinal }) => ({ key, ordinal, place: placeOf(key), digest: digestOf(key), after: 0 }));
  while (open.length > 0) {
    const members = open.map(({ ordinal, place, digest, after }) => [ordinal, place.kind, place.value, digest, after]);
    const alike = await probe(session, account, { sql: withDigest(session), members });
    const records = await withOneOf(session, appointmentTable, account, "id", [...new Set(alike.values())]);
    const byId = new Map(records.map((one) => [one.id, one]));
    const others: typeof open = [];
    for (const one of open) {
      const id = alike.get(one.ordinal);
      if (id === undefined) continue;
      if (hasKey(byId.get(id), one.key)) ids.set(one.ordinal, id);
      else others.push({ ...one, after: id });
    }
    open = others;
  }
  return ids;
}

const hasKey = (appointment: Appointment | undefined, { kind, value }: AppointmentKey): boolean =>
  appointment !== undefined && importKeysOf(appointment).some((one) => one.kind === kind && one.value === value);

/** Maximum number of lookups per statement. The number is high because each lookup is fast. */
const maxProbes = 500;

type Probes = { readonly sql: string; readonly members: readonly (readonly Value[])[] };

/** Runs a lookup statement for many keys. Returns the appointment ids by the position of their key in `members`. */
async function probe(session: Session, account: AccountId, { sql, members }: Probes): Promise<Found> {
  const ids: Found = new Map();
  for (const slice of slices(members, () => 1, maxProbes)) {
    for (const { ordinal, id } of await session.query(sql, [account, JSON.stringify(slice)])) {
      ids.set(ordinal as number, id as AppointmentId);
    }
    await turnAfter(slice.length);
  }
  return ids;
}

const withText = ({ dialect }: Session): string =>
  found(
    "id",
    `SELECT ordinal, (SELECT id FROM match_keys WHERE account_id = $1 AND kind = lookup.kind AND value = lookup.value
        AND ${ofAppointment} ORDER BY form, at, id LIMIT 1) AS id
      FROM ${lookupTable(dialect, "$2", { ordinal: "integer", kind: "text", value: "text" })}`,
  );

const digestMembers = {
  ordinal: "integer",
  kind: "text",
  value: "text",
  digest: "integer",
  after: "integer",
} as const;

const withDigest = ({ dialect }: Session): string =>
  found(
    "id",
    `SELECT ordinal, (SELECT id FROM match_keys WHERE account_id = $1 AND kind = lookup.kind AND value = lookup.value
        AND form = ${digested} AND at = lookup.digest AND id > lookup.after ORDER BY id LIMIT 1) AS id
      FROM ${lookupTable(dialect, "$2", digestMembers)}`,
  );

/** Returns the ids of the latest appointments with each phone number or email address. */
async function appointmentsWithContacts(
  session: Session,
  account: AccountId,
  contacts: readonly string[],
): Promise<readonly (readonly AppointmentId[])[]> {
  const found = new Map<number, readonly AppointmentId[]>();
  const all = contacts.map((value, ordinal) => [ordinal, value] as const);
  for (const kind of ["phone", "email"] as const) {
    const ofKind = all.filter(([, value]) => value.includes("@") === (kind === "email"));
    for (const slice of slices(ofKind, () => 1, maxProbes)) {
      for (const { ordinal, ids } of await session.query(withContact(session, kind), [
        account,
        JSON.stringify(slice),
      ])) {
        found.set(ordinal as number, (ids as string).split(" ").map(Number) as AppointmentId[]);
      }
      await turnAfter(slice.length);
    }
  }
  return contacts.map((_, ordinal) => found.get(ordinal) ?? []);
}

/** Returns one lookup per contact. The aggregate keeps the order of the index. */
const withContact = ({ dialect }: Session, kind: "phone" | "email"): string =>
  found(
    "ids",
    `SELECT ordinal, (SELECT string_agg(CAST(id AS text), ' ') FROM (SELECT id FROM match_keys
        WHERE account_id = $1 AND kind = '${kind}' AND value = lookup.value AND ${ofAppointment}
        ORDER BY form DESC, at DESC, id DESC LIMIT ${maxPerContact}) AS near) AS ids
      FROM ${lookupTable(dialect, "$2", { ordinal: "integer", value: "text" })}`,
  );

/** Maximum number of appointments per contact. Patients rarely have more, but a front desk's number may have many. */
const maxPerContact = 20;

/** Kinds of appointment times: a moment, or a day without a time of day. Each kind is searched separately. */
const forms = [
  { form: 0, name: "moment" },
  { form: 1, name: "day" },
] as const;
type Form = (typeof forms)[number];

/** Columns of the table expression `lookup` that contain the time bounds of a search. */
const bounds = {
  ...({ moment_from: "integer", moment_to: "integer", day_from: "integer", day_to: "integer" } as const),
  ...({ booked_moment_from: "integer", booked_moment_to: "integer" } as const),
  ...({ booked_day_from: "integer", booked_day_to: "integer" } as const),
} as const;

/** Returns the time bounds of a search, in the order of `bounds`. */
const boundsOf = ({ starts, bookings }: AppointmentSearch): readonly number[] =>
  [starts, bookings].flatMap(({ moments, days }) => [
    ...[moments.from, moments.to, dayNumberOf(days.from), dayNumberOf(days.to)],
  ]);

/** Returns the SQL condition that an appointment is within the time bounds of the search. */
const isInTime = ({ form, name }: Form): string =>
  `form = ${form} AND at >= lookup.${name}_from AND at < lookup.${name}_to`;

/**
 * Returns the SQL condition that an appointment was booked within the booking bounds.
 * If the booking time is unknown, the appointment itself must be before the upper bound.
 */
const isBookedInTime = ({ name }: Form): string =>
  `CASE WHEN booked_at IS NULL THEN at < lookup.booked_${name}_to
      WHEN booked_form = 0 THEN booked_at >= lookup.booked_moment_from AND booked_at < lookup.booked_moment_to
      ELSE booked_at >= lookup.booked_day_from AND booked_at < lookup.booked_day_to END`;

/** Every kind of key, with and without a name in the search. Each combination has its own statement. */
const kinds = matchKeyKinds.flatMap((kind) => [[kind, true] as const, [kind, false] as const]);

/** Returns up to two appointment ids per search: the first with a time of day, and the first with only a date. */
async function firstAppointments(
  session: Session,
  account: AccountId,
  searches: readonly AppointmentSearch[],
): Promise<readonly (readonly number[])[]> {
  const found = new Map<AppointmentSearch, readonly number[]>();
  async function findOfKind(kind: MatchKeyKind, named: boolean): Promise<void> {
    const ofKind = searches.filter(({ key, name }) => key.kind === kind && (name !== null) === named);
    for (const slice of slices(ofKind, () => 1)) {
      const rows = await session.query(nextOf(session, kind, named), [account, JSON.stringify(slice.map(membersOf))]);
      for (const row of rows) {
        const search = slice[row["ordinal"] as number] as AppointmentSearch;
        found.set(search, await idsOf(session, account, search, row));
      }
      await turnAfter(slice.length);
    }
  }
  await Promise.all(kinds.map(([kind, named]) => findOfKind(kind, named)));
  return searches.map((search) => found.get(search) ?? []);
}

async function idsOf(session: Session, account: AccountId, search: AppointmentSearch, row: RawRow): Promise<number[]> {
  const ids: number[] = [];
  for (const form of forms) {
    const id = row[form.name] as number | null;
    if (id !== null) ids.push(id);
    else if (row[`more_${form.name}`] !== null) ids.push(...(await firstOfCrowd(session, account, search, form)));
  }
  return ids;
}

const searchMembers = { ordinal: "integer", wanted: "text", first: "text", last: "text", ...bounds } as const;

const membersOf = (search: AppointmentSearch, ordinal: number) => [
  ...[ordinal, search.key.value, search.name?.first ?? "", search.name?.last ?? "", ...boundsOf(search)],
];

/**
 * Returns a query for the first match. If the key may be crowded, it reads only the nearest appointments, and if further
 * appointments remain, the columns `more_moment` and `more_day` are not null.
 */
function nextOf({ dialect }: Session, kind: MatchKeyKind, named: boolean): string {
  const columns = forms.map((form) => {
    const wanted = `FROM match_keys WHERE account_id = $1 AND kind = '${kind}' AND value = lookup.wanted
        AND ${isInTime(form)} ORDER BY at, id`;
    const near = `SELECT * ${wanted} ${mayBeCrowded(kind) ? `LIMIT ${nearest}` : ""}`;
    const more = mayBeCrowded(kind) ? `(SELECT 1 ${wanted} LIMIT 1 OFFSET ${nearest})` : "NULL";
    return `(SELECT id FROM (${near}) AS near WHERE ${named ? `${isNamed} AND ` : ""}${isBookedInTime(form)}
        ORDER BY at, id LIMIT 1) AS ${form.name}, ${more} AS more_${form.name}`;
  });
  return `SELECT ordinal, ${columns.join(", ")} FROM ${lookupTable(dialect, "$2", searchMembers)}`;
}

const isNamed = `last_name = lookup.last AND ${firstNamesAgree}`;

/** Finds the first match if very many appointments have the same key, such as the clinic's own phone number. */
async function firstOfCrowd(
  session: Session,
  account: AccountId,
  search: AppointmentSearch,
  form: Form,
): Promise<number[]> {
  if (search.name === null) return firstByBooking(session, account, search, form);
  const sql = firstNamed(session, search.key.kind, form);
  const rows = await session.query(sql, [account, JSON.stringify([membersOf(search, 0)])]);
  return rows.map(({ id }) => id as number);
}

const firstNamed = ({ dialect }: Session, kind: MatchKeyKind, form: Form): string =>
  found(
    "id",
    `SELECT (SELECT id FROM match_keys WHERE account_id = $1 AND kind = '${kind}' AND value = lookup.wanted
        AND booked_day IS NOT NULL AND ${isNamed} AND ${isInTime(form)} AND ${isBookedInTime(form)}
        ORDER BY at, id LIMIT 1) AS id
      FROM ${lookupTable(dialect, "$2", searchMembers)}`,
  );

/** Makes one lookup per possible booking day, so the cost does not depend on the number of appointments. */
async function firstByBooking(
  session: Session,
  account: AccountId,
  search: AppointmentSearch,
  form: Form,
): Promise<number[]> {
  const positions: Position[] = [];
  for (const slice of slices(bucketsOf(search), () => 1)) {
    const members = slice.map((bucket) => [bucket, search.key.value, ...boundsOf(search)]);
    const rows = await session.query(firstOfDay(session, search.key.kind, form), [account, JSON.stringify(members)]);
    for (const { position } of rows) if (typeof position === "string") positions.push(positionOf(position));
    await turnAfter(slice.length);
  }
  const [first] = positions.sort(([at, id], [otherAt, otherId]) => at - otherAt || id - otherId);
  return first ? [first[1]] : [];
}

type Position = readonly [at: number, id: number];

/** Parses a position from a query result, such as `1772470800000 77`. */
function positionOf(text: string): Position {
  const [at, id] = text.split(" ");
  return [Number(at), Number(id)];
}

/** Returns the numbers of the days on which the appointment may have been booked, and the number for an unknown day. */
function bucketsOf({ bookings: { moments, days } }: AppointmentSearch): readonly number[] {
  const first = bucketOf(Math.min(moments.from, dayNumberOf(days.from)));
  const last = bucketOf(Math.max(moments.to, dayNumberOf(days.to)));
  return [notBooked, ...Array.from({ length: last - first + 1 }, (_, index) => first + index)];
}

const bookingMembers = { bucket: "integer", wanted: "text", ...bounds } as const;

const firstOfDay = ({ dialect }: Session, kind: MatchKeyKind, form: Form): string =>
  `SELECT (SELECT at || ' ' || id FROM match_keys
      WHERE account_id = $1 AND kind = '${kind}' AND value = lookup.wanted AND booked_day = lookup.bucket
        AND ${isInTime(form)} AND ${isBookedInTime(form)}
      ORDER BY at, id LIMIT 1) AS position
    FROM ${lookupTable(dialect, "$2", bookingMembers)}`;
