import type { MatchRules } from "../../foundation/accounts/account.js";
import { namesAgree, type PersonName } from "../../foundation/kernel/contact-details.js";
import {
  type CalendarDate,
  day,
  type Instant,
  type LocalCalendar,
  minute,
  plus,
  second,
} from "../../foundation/kernel/times.js";
import type { Window } from "../../foundation/kernel/window.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import {
  type Conversion,
  type ConversionSearch,
  keyOfConversion,
  type MatchKeyKind,
} from "../conversions/conversion.js";
import {
  type Appointment,
  type AppointmentSearch,
  keysOfAppointment,
  type MomentOrDay,
  patientNameOf,
  type Times,
} from "./appointment.js";

/** Returns the best matching stored appointment for each conversion. Conversions without a match are absent. */
export async function chooseAppointments(
  conversions: readonly Conversion[],
  { stores, account, matching }: UnitOfWork,
): Promise<ReadonlyMap<Conversion, Appointment>> {
  const chosen = new Map<Conversion, Appointment>();
  const steps = conversions.length <= searchedTogether ? [matchLevels] : matchLevels.map((level) => [level]);
  for (const levels of steps) {
    const requested = conversions.flatMap((conversion) =>
      (chosen.has(conversion) ? [] : levels).flatMap((level) => {
        const search = searchAt(level, conversion, matching);
        return search ? [{ conversion, search }] : [];
      }),
    );
    const found = await stores.appointments.first(
      account,
      requested.map(({ search }) => search),
    );
    requested.forEach(({ conversion }, index) => {
      const first = earliestOf(found[index] ?? [], matching.calendar);
      if (first && !chosen.has(conversion)) chosen.set(conversion, first);
    });
  }
  return chosen;
}

/**
 * Number of conversions up to which all match levels are searched at once. For more conversions, the lookups that this
 * adds would take longer than the round trips that it saves.
 */
const searchedTogether = 10;

/** Returns the appointment that matches a conversion best, or `undefined` if none of the appointments matches. */
export function bestMatch(
  conversion: Conversion,
  appointments: readonly Appointment[],
  rules: MatchRules,
): Appointment | undefined {
  for (const level of matchLevels) {
    const search = searchAt(level, conversion, rules);
    const found = search ? appointments.filter((one) => finds(search, one)) : [];
    const first = earliestOf(found, rules.calendar);
    if (first) return first;
  }
  return undefined;
}

/** Returns the earliest appointment. A date without a time counts as the start of the day. Ties go to the lowest id. */
function earliestOf(appointments: readonly Appointment[], { startOf }: LocalCalendar): Appointment | undefined {
  const startsAt = ({ at }: Appointment) => (typeof at === "number" ? at : startOf(at));
  return [...appointments].sort((a, b) => startsAt(a) - startsAt(b) || a.id - b.id)[0];
}

type Level = { readonly key: MatchKeyKind; readonly names?: "agree" | "last"; readonly asScheduled?: true };

/** Match levels, best first. A match at an earlier level wins over all matches at later levels. */
export const matchLevels: readonly Level[] = [
  { key: "phone", names: "agree" },
  { key: "email", names: "agree" },
  { key: "patient", names: "last" },
  { key: "phone" },
  { key: "email" },
  { key: "name", names: "agree", asScheduled: true },
];

/**
 * Returns a conversion's search at one match level. Returns `undefined` if the conversion lacks the required data. For
 * example, a call has only a phone number.
 */
export function searchAt(level: Level, conversion: Conversion, rules: MatchRules): AppointmentSearch | undefined {
  const key = keyOfConversion(conversion, level.key);
  const name = level.names ? nameAt(level.names, conversion) : null;
  if (!key || name === undefined) return undefined;
  const { starts, bookings } = appointmentsAfter(conversion.at, rules);
  if (!level.asScheduled) return { key, name, starts, bookings };
  const { scheduledDate } = conversion;
  return scheduledDate === null
    ? undefined
    : { key, name, starts: onDay(starts, scheduledDate, rules.calendar), bookings };
}

function nameAt(names: "agree" | "last", { prospectName }: Conversion): PersonName | undefined {
  if (!prospectName || prospectName.last === "") return undefined;
  return names === "agree" ? prospectName : { first: "", last: prospectName.last };
}

export function finds({ key, name, starts, bookings }: AppointmentSearch, appointment: Appointment): boolean {
  const { at, bookedAt } = appointment;
  return (
    keysOfAppointment(appointment).some(({ kind, value }) => kind === key.kind && value === key.value) &&
    (name === null || namesAgree(name, patientNameOf(appointment))) &&
    isDuring(starts, at) &&
    (bookedAt === null ? isBeforeEnd(bookings, at) : isDuring(bookings, bookedAt))
  );
}

/** Returns searches that together find all conversions that may have led to an appointment, at every match level. */
export function searchesFor(appointment: Appointment, rules: MatchRules): readonly ConversionSearch[] {
  const window = conversionsBefore(appointment, rules);
  const name = patientNameOf(appointment);
  const date = typeof appointment.at === "string" ? appointment.at : rules.calendar.dateOf(appointment.at);
  return keysOfAppointment(appointment).flatMap((key): ConversionSearch[] => {
    if (key.kind === "name") return [{ key, name, scheduledDate: date, window }];
    if (key.kind !== "patient") return [{ key, name: null, scheduledDate: null, window }];
    return name.last === "" ? [] : [{ key, name: { ...name, first: "" }, scheduledDate: null, window }];
  });
}

/**
 * Grace period after a booking. A conversion in this period may have caused the booking, because clocks differ.
 * Also, prospects may complete a form late.
 */
const bookingGrace = 60 * minute;

/** Returns the time range of the conversions that may have led to an appointment. */
function conversionsBefore({ at, bookedAt }: Appointment, { calendar, windowDays }: MatchRules) {
  const lastOf = (time: MomentOrDay) => (typeof time === "number" ? time : plus(calendar.endOf(time), -second));
  const latest = bookedAt === null ? lastOf(at) : Math.min(lastOf(at), lastOf(bookedAt) + graceOf(bookedAt));
  const window = { from: plus(lastOf(bookedAt ?? at), -windowDays * day), to: latest + second };
  return window as Required<Window>;
}

/** Returns the grace period after a booking, in milliseconds. A booking date without a time has no grace period. */
const graceOf = (booked: MomentOrDay): number => (typeof booked === "number" ? bookingGrace : 0);

const isDuring = (times: Times, time: MomentOrDay): boolean =>
  isBeforeEnd(times, time) && (typeof time === "number" ? time >= times.moments.from : time >= times.days.from);

const isBeforeEnd = ({ moments, days }: Times, time: MomentOrDay): boolean =>
  typeof time === "number" ? time < moments.to : time < days.to;

const never = { moment: 8_640_000_000_000_000 as Instant, day: "9999-12-31" as CalendarDate };

/**
 * Returns the start times and booking times of the appointments to which a conversion may have led.
 * If a booking time is unknown, the appointment must start before the end of the range of booking times.
 * The inverse function is `conversionsBefore`, which finds the conversions that may have led to an appointment.
 */
function appointmentsAfter(at: Instant, { calendar, windowDays }: MatchRules) {
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
function onDay({ moments, days }: Times, date: CalendarDate, { startOf, endOf, dateOf }: LocalCalendar): Times {
  const end = endOf(date);
  return {
    moments: { from: Math.max(moments.from, startOf(date)) as Instant, to: end },
    days: { from: days.from > date ? days.from : date, to: dateOf(end) },
  };
}
