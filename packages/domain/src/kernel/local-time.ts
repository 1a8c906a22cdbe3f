import type { Instant } from "./instant.js";
import { day as aDay } from "./instant.js";
import type { TimeZone } from "./time-zone.js";
import { utcOffset } from "./time-zone.js";

/** What a calendar and a clock show. */
export type LocalTime = Readonly<Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>>;

/**
 * When a zone's clocks show a time: the first time when they show it twice, an hour later when they skip it. Offsets are
 * looked up once a day, and exactly only where they change, because a look-up costs as much as a hundred conversions.
 */
export function localInstants(zone: TimeZone): (time: LocalTime) => Instant {
  const offsets = new Map<number, number>();
  const offsetOn = (date: number): number => {
    const known = offsets.get(date) ?? utcOffset((date * aDay) as Instant, zone);
    offsets.set(date, known);
    return known;
  };
  return ({ year, month, day, hour, minute, second }) => {
    const shown = Date.UTC(year, month - 1, day, hour, minute, second);
    const date = Math.floor(shown / aDay);
    const [before, after] = [shown - offsetOn(date - 1), shown - offsetOn(date + 2)] as [Instant, Instant];
    const isReal = (instant: Instant) => instant + utcOffset(instant, zone) === shown;
    return before === after || isReal(before) || !isReal(after) ? before : after;
  };
}
