import { setImmediate } from "node:timers/promises";
import type { AccountId, AppointmentSearch, MatchKeyKind } from "@repute/domain";
import { matchKeyKinds } from "@repute/domain";
import { asked, firstNamesAgree } from "../rows/asked.js";
import { slices } from "../rows/slices.js";
import type { RawRow, Session } from "../session.js";
import { bounds, boundsOf, forms, isBookedInTime, isInTime } from "./appointment-bounds.js";
import { firstByBooking } from "./first-by-booking.js";

/** Searches of each kind, for names that agree and for all, are different statements: each has an index of its own. */
const kinds = matchKeyKinds.flatMap((kind) => [[kind, true] as const, [kind, false] as const]);

/** What each search finds first: the id of a moment, and that of a bare day, where there is one. */
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

/** Few appointments follow on a conversion; whatever is further away is looked for in another way. */
const nearest = 200;

const members = { ordinal: "integer", wanted: "text", first: "text", last: "text", ...bounds } as const;

const membersOf = (search: AppointmentSearch, ordinal: number) => [
  ...[ordinal, search.key.value, search.name?.first ?? "", search.name?.last ?? "", ...boundsOf(search)],
];

/** The first of the nearest ones, and whether there are others; among those of one name all are near. */
function nextOf({ dialect }: Session, kind: MatchKeyKind, named: boolean): string {
  const columns = forms.map((form) => {
    const wanted = `FROM appointment_keys WHERE account_id = $1 AND kind = '${kind}' AND value = asked.wanted
        ${named ? `AND last_name = asked.last AND ${firstNamesAgree}` : ""} AND ${isInTime(form)} ORDER BY at, id`;
    const near = `SELECT id, at, booked_form, booked_at ${wanted} ${named ? "" : `LIMIT ${nearest}`}`;
    const more = named ? "NULL" : `(SELECT 1 ${wanted} LIMIT 1 OFFSET ${nearest})`;
    return `(SELECT id FROM (${near}) AS near WHERE ${isBookedInTime(form)} ORDER BY at, id LIMIT 1) AS ${form.name},
      ${more} AS more_${form.name}`;
  });
  return `SELECT ordinal, ${columns.join(", ")} FROM ${asked(dialect, "$2", members)}`;
}
