import type { CalendarDate } from "./calendar-date.js";
import type { Instant } from "./instant.js";
import type { TimeZone } from "./time-zone.js";
import { utcOffsets } from "./utc-offsets.js";

/** The display text of an instant, `M/D/YYYY h:mm:ss am`, in one time zone. */
export function displayTime(zone: TimeZone): (instant: Instant) => string {
  const offsetAt = utcOffsets(zone);
  return (instant) => {
    const local = new Date(instant + offsetAt(instant));
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
