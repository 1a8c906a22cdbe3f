import { setImmediate } from "node:timers/promises";
import type { AccountId, AppointmentSearch, MatchKeyKind } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { notBooked } from "../tables/appointments.js";
import { lookupTable } from "../tables/lookup-table.js";
import { bucketOf, dayNumberOf } from "../tables/moment-or-day.js";
import { slices } from "../tables/slices.js";
import { bounds, boundsOf, type Form, isBookedInTime, isInTime } from "./appointment-bounds.js";

/**
 * Finds the first match if very many appointments have the same key, such as the clinic's own phone number.
 * Makes one lookup per possible booking day, so the cost does not depend on the number of appointments.
 */
export async function firstByBooking(
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
    await setImmediate();
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

const members = { bucket: "integer", wanted: "text", ...bounds } as const;

const firstOfDay = ({ dialect }: Session, kind: MatchKeyKind, form: Form): string =>
  `SELECT (SELECT at || ' ' || id FROM appointment_keys
      WHERE account_id = $1 AND kind = '${kind}' AND value = lookup.wanted AND booked_day = lookup.bucket
        AND ${isInTime(form)} AND ${isBookedInTime(form)}
      ORDER BY at, id LIMIT 1) AS position
    FROM ${lookupTable(dialect, "$2", members)}`;
