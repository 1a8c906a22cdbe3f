import type { CalendarDate } from "./calendar-date.js";
import type { Instant } from "./instant.js";
import { hour } from "./instant.js";
import type { TimeZone } from "./time-zone.js";
import { utcOffset } from "./time-zone.js";

/**
 * The display text of an instant, `M/D/YYYY h:mm:ss am`, in one time zone. Offsets are looked up once a quarter of an
 * hour of the zone: no zone changes its clocks at any other time, and a look-up costs as much as a hundred texts.
 */
export function displayTime(zone: TimeZone): (instant: Instant) => string {
  const offsets = new Map<number, number>();
  return (instant) => {
    const quarter = Math.floor(instant / (hour / 4));
    let offset = offsets.get(quarter);
    if (offset === undefined) offsets.set(quarter, (offset = utcOffset(instant, zone)));
    const local = new Date(instant + offset);
    const hours = local.getUTCHours();
    const clock = [hours % 12 || 12, twoDigits(local.getUTCMinutes()), twoDigits(local.getUTCSeconds())].join(":");
    return `${local.getUTCMonth() + 1}/${local.getUTCDate()}/${local.getUTCFullYear()} ${clock} ${hours < 12 ? "am" : "pm"}`;
  };
}

/** `M/D/YYYY`, the display text of a date without a time. */
export function displayDate(date: CalendarDate): string {
  const [year, month, dayOfMonth] = date.split("-").map(Number);
  return `${month}/${dayOfMonth}/${year}`;
}

const twoDigits = (value: number) => String(value).padStart(2, "0");
