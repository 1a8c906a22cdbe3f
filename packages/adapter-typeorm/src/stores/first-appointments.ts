import { setImmediate } from "node:timers/promises";
import { type AccountId, type AppointmentSearch, type MatchKeyKind, matchKeyKinds } from "@repute/domain";
import type { RawRow, Session } from "../engine/session.js";
import { firstNamesAgree, lookupTable } from "../tables/lookup-table.js";
import { slices } from "../tables/slices.js";
import { bounds, boundsOf, forms, isBookedInTime, isInTime } from "./appointment-bounds.js";
import { firstByBooking } from "./first-by-booking.js";

/**
 * Every kind of key, with and without a name in the search.
 * Each combination has its own statement, because each uses another index.
 */
const kinds = matchKeyKinds.flatMap((kind) => [[kind, true] as const, [kind, false] as const]);

/** Returns up to two appointment ids per search: the first with a time of day, and the first with only a date. */
export async function firstAppointments(
  session: Session,
  account: AccountId,
  searches: readonly AppointmentSearch[],
): Promise<readonly (readonly number[])[]> {
  const found = new Map<AppointmentSearch, readonly number[]>();
  for (const [kind, named] of kinds) {
    const ofKind = searches.filter(({ key, name }) => key.kind === kind && (name !== null) === named);
    for (const slice of slices(ofKind, () => 1)) {
      const rows = await session.query(nextOf(session, kind, named), [account, JSON.stringify(slice.map(membersOf))]);
      for (const row of rows) {
        const search = slice[row["ordinal"] as number] as AppointmentSearch;
        found.set(search, await idsOf(session, account, search, row));
      }
      await setImmediate();
    }
  }
  return searches.map((search) => found.get(search) ?? []);
}

async function idsOf(session: Session, account: AccountId, search: AppointmentSearch, row: RawRow): Promise<number[]> {
  const ids: number[] = [];
  for (const form of forms) {
    const id = row[form.name] as number | null;
    if (id !== null) ids.push(id);
    else if (row[`more_${form.name}`] !== null) ids.push(...(await firstByBooking(session, account, search, form)));
  }
  return ids;
}

/**
 * Maximum number of appointments that the first statement reads.
 * If more appointments exist, `firstByBooking` continues the search.
 */
const nearest = 200;

const members = { ordinal: "integer", wanted: "text", first: "text", last: "text", ...bounds } as const;

const membersOf = (search: AppointmentSearch, ordinal: number) => [
  ...[ordinal, search.key.value, search.name?.first ?? "", search.name?.last ?? "", ...boundsOf(search)],
];

/**
 * Returns a query for the first match among the nearest appointments.
 * If further appointments remain, the columns `more_moment` and `more_day` are not null.
 * A search with a name reads all appointments.
 */
function nextOf({ dialect }: Session, kind: MatchKeyKind, named: boolean): string {
  const columns = forms.map((form) => {
    const wanted = `FROM appointment_keys WHERE account_id = $1 AND kind = '${kind}' AND value = lookup.wanted
        ${named ? `AND last_name = lookup.last AND ${firstNamesAgree}` : ""} AND ${isInTime(form)} ORDER BY at, id`;
    const near = `SELECT id, at, booked_form, booked_at ${wanted} ${named ? "" : `LIMIT ${nearest}`}`;
    const more = named ? "NULL" : `(SELECT 1 ${wanted} LIMIT 1 OFFSET ${nearest})`;
    return `(SELECT id FROM (${near}) AS near WHERE ${isBookedInTime(form)} ORDER BY at, id LIMIT 1) AS ${form.name},
      ${more} AS more_${form.name}`;
  });
  return `SELECT ordinal, ${columns.join(", ")} FROM ${lookupTable(dialect, "$2", members)}`;
}
