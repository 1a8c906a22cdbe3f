import type { Instant } from "./instant.js";
import { hour } from "./instant.js";
import type { TimeZone } from "./time-zone.js";
import { utcOffset } from "./time-zone.js";

/**
 * Returns a lookup for the zone's offset from UTC, in milliseconds. Cached per quarter hour: clocks change only on
 * quarter hours, and an uncached lookup costs a hundred cached ones.
 */
export function utcOffsets(zone: TimeZone): (instant: Instant) => number {
  const known = new Map<number, number>();
  return (instant) => {
    const quarter = Math.floor(instant / (hour / 4));
    const offset = known.get(quarter) ?? utcOffset(instant, zone);
    known.set(quarter, offset);
    return offset;
  };
}
