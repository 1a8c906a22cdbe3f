import { day as aDay, type Instant } from "./instant.js";
import { type TimeZone, utcOffset } from "./time-zone.js";

/** Date and time of day without a time zone. */
export type LocalTime = Readonly<Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>>;

/**
 * Returns a function that converts local times in a time zone to instants.
 * When clocks change, a repeated local time means its first occurrence, and a skipped local time means one hour later.
 *
 * Offsets are cached by day. Exact lookups are a hundred times slower, so they are used only near a clock change.
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
