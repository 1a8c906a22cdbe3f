import type { CalendarDate } from "./calendar-date.js";
import type { Instant } from "./instant.js";
import type { TimeZone } from "./time-zone.js";
import { utcOffsets } from "./utc-offsets.js";

/** Returns a function that formats instants as `M/D/YYYY h:mm:ss am` in a time zone. */
export function displayTime(zone: TimeZone): (instant: Instant) => string {
  const offsetAt = utcOffsets(zone);
  return (instant) => {
    const local = new Date(instant + offsetAt(instant));
    const hours = local.getUTCHours();
    const clock = [hours % 12 || 12, twoDigits(local.getUTCMinutes()), twoDigits(local.getUTCSeconds())].join(":");
    return `${local.getUTCMonth() + 1}/${local.getUTCDate()}/${local.getUTCFullYear()} ${clock} ${hours < 12 ? "am" : "pm"}`;
  };
}

/** Formats a date as `M/D/YYYY`. */
export function displayDate(date: CalendarDate): string {
  const [year, month, dayOfMonth] = date.split("-").map(Number);
  return `${month}/${dayOfMonth}/${year}`;
}

const twoDigits = (value: number) => String(value).padStart(2, "0");
