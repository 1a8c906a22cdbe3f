import type { Instant } from "./instant.js";
import { hour } from "./instant.js";
import type { TimeZone } from "./time-zone.js";
import { utcOffset } from "./time-zone.js";

/**
 * How far a zone's clocks are ahead of UTC, in milliseconds, looked up once a quarter of an hour of the zone: no zone
 * changes its clocks at any other time, and a look-up costs as much as a hundred answers.
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
