import type { AppointmentSearch } from "@repute/domain";
import { dayNumberOf } from "../tables/moment-or-day.js";

/** Kinds of appointment times: a moment, or a day without a time of day. Each kind is searched separately. */
export const forms = [
  { form: 0, name: "moment" },
  { form: 1, name: "day" },
] as const;
export type Form = (typeof forms)[number];

/** Columns of the table expression `lookup` that contain the time bounds of a search. */
export const bounds = {
  ...({ moment_from: "integer", moment_to: "integer", day_from: "integer", day_to: "integer" } as const),
  ...({ booked_moment_from: "integer", booked_moment_to: "integer" } as const),
  ...({ booked_day_from: "integer", booked_day_to: "integer" } as const),
} as const;

/** Returns the time bounds of a search, in the order of `bounds`. */
export const boundsOf = ({ starts, bookings }: AppointmentSearch): readonly number[] =>
  [starts, bookings].flatMap(({ moments, days }) => [
    ...[moments.from, moments.to, dayNumberOf(days.from), dayNumberOf(days.to)],
  ]);

/** Returns the SQL condition that an appointment is within the time bounds of the search. */
export const isInTime = ({ form, name }: Form): string =>
  `form = ${form} AND at >= lookup.${name}_from AND at < lookup.${name}_to`;

/**
 * Returns the SQL condition that an appointment was booked within the booking bounds.
 * If the booking time is unknown, the appointment itself must be before the upper bound.
 */
export const isBookedInTime = ({ name }: Form): string =>
  `CASE WHEN booked_at IS NULL THEN at < lookup.booked_${name}_to
      WHEN booked_form = 0 THEN booked_at >= lookup.booked_moment_from AND booked_at < lookup.booked_moment_to
      ELSE booked_at >= lookup.booked_day_from AND booked_at < lookup.booked_day_to END`;
