import type { MatchRules } from "../../foundation/accounts/account.js";
import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import { day, type Instant, minute, plus, second } from "../../foundation/kernel/instant.js";
import type { LocalCalendar } from "../../foundation/kernel/local-calendar.js";
import type { Window } from "../../foundation/kernel/window.js";
import type { Appointment, MomentOrDay } from "./appointment.js";

/**
 * Grace period after a booking. A conversion in this period may have caused the booking, because clocks differ.
 * Also, prospects may complete a form late.
 */
const bookingGrace = 60 * minute;

/** Returns the time range of the conversions that may have led to an appointment. */
export function conversionsBefore({ at, bookedAt }: Appointment, { calendar, windowDays }: MatchRules) {
  const lastOf = (time: MomentOrDay) => (typeof time === "number" ? time : plus(calendar.endOf(time), -second));
  const latest = bookedAt === null ? lastOf(at) : Math.min(lastOf(at), lastOf(bookedAt) + graceOf(bookedAt));
  const window = { from: plus(lastOf(bookedAt ?? at), -windowDays * day), to: latest + second };
  return window as Required<Window>;
}

/** Returns the grace period after a booking, in milliseconds. A booking date without a time has no grace period. */
const graceOf = (booked: MomentOrDay): number => (typeof booked === "number" ? bookingGrace : 0);

/** Half-open time range, expressed both in instants and in dates. */
export type Times = {
  readonly moments: Required<Window>;
  readonly days: { readonly from: CalendarDate; readonly to: CalendarDate };
};

export const isDuring = (times: Times, time: MomentOrDay): boolean =>
  isBeforeEnd(times, time) && (typeof time === "number" ? time >= times.moments.from : time >= times.days.from);

export const isBeforeEnd = ({ moments, days }: Times, time: MomentOrDay): boolean =>
  typeof time === "number" ? time < moments.to : time < days.to;

const never = { moment: 8_640_000_000_000_000 as Instant, day: "9999-12-31" as CalendarDate };

/**
 * Returns the start times and booking times of the appointments to which a conversion may have led.
 * If a booking time is unknown, the appointment must start before the end of the range of booking times.
 * The inverse function is `conversionsBefore`, which finds the conversions that may have led to an appointment.
 */
export function appointmentsAfter(at: Instant, { calendar, windowDays }: MatchRules) {
  const today = calendar.dateOf(at);
  const end = plus(at, windowDays * day + second);
  const bookings: Times = {
    moments: { from: plus(at, -bookingGrace), to: end },
    days: { from: today, to: calendar.dateOf(end) },
  };
  const starts: Times = { moments: { from: at, to: never.moment }, days: { from: today, to: never.day } };
  return { starts, bookings };
}

/** Limits a time range to one local day. */
export function onDay({ moments, days }: Times, date: CalendarDate, { startOf, endOf, dateOf }: LocalCalendar): Times {
  const end = endOf(date);
  return {
    moments: { from: Math.max(moments.from, startOf(date)) as Instant, to: end },
    days: { from: days.from > date ? days.from : date, to: dateOf(end) },
  };
}
