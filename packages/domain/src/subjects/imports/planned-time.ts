import { type CalendarDate, plusDays } from "../../foundation/kernel/calendar-date.js";
import { hour, type Instant, plus } from "../../foundation/kernel/instant.js";
import { localCalendar } from "../../foundation/kernel/local-calendar.js";
import { localInstants } from "../../foundation/kernel/local-time.js";
import { remembered } from "../../foundation/kernel/remembered.js";
import type { TimeZone } from "../../foundation/kernel/time-zone.js";
import type { MomentOrDay } from "../appointments/appointment.js";

/** Earliest local hour for sending an invite after a visit without a time of day. */
const morning = 9;

/**
 * Creates a function that returns the planned time of an invite for a visit. If the visit was before the upload, the
 * planned time is the time of the upload. A visit without a time of day ends at midnight.
 */
export function plannedTimes(uploadedAt: Instant, zone: TimeZone, sendAfterHours: number) {
  const calendar = localCalendar(zone);
  const instantOf = localInstants(zone);
  const delay = sendAfterHours * hour;

  const afterDay = remembered((date: CalendarDate): Instant => {
    const midnight = calendar.endOf(date);
    if (midnight <= uploadedAt) return uploadedAt;
    const [year, month, day] = plusDays(date, 1).split("-").map(Number) as [number, number, number];
    const earliest = instantOf({ year, month, day, hour: morning, minute: 0, second: 0 });
    return Math.max(earliest, plus(midnight, delay)) as Instant;
  });

  return (at: MomentOrDay | null): Instant => {
    if (typeof at === "string") return afterDay(at);
    return at !== null && at > uploadedAt ? plus(at, delay) : uploadedAt;
  };
}
