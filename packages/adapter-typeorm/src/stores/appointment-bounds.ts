import type { AppointmentSearch } from "@repute/domain";
import { dayNumberOf } from "../rows/moment-or-day.js";

/** Appointments of each form are looked for by themselves: at a moment, and on a bare day. */
export const forms = [
  { form: 0, name: "moment" },
  { form: 1, name: "day" },
] as const;
export type Form = (typeof forms)[number];

/** The bounds of a search as members of a row of `asked`. */
export const bounds = {
  ...({ moment_from: "integer", moment_to: "integer", day_from: "integer", day_to: "integer" } as const),
  ...({ booked_moment_from: "integer", booked_moment_to: "integer" } as const),
  ...({ booked_day_from: "integer", booked_day_to: "integer" } as const),
} as const;

/** The values of these members. */
export const boundsOf = ({ starts, bookings }: AppointmentSearch): readonly number[] =>
  [starts, bookings].flatMap(({ moments, days }) => [
    ...[moments.from, moments.to, dayNumberOf(days.from), dayNumberOf(days.to)],
  ]);

/** Whether an appointment takes place between the bounds. */
export const isInTime = ({ form, name }: Form): string =>
  `form = ${form} AND at >= asked.${name}_from AND at < asked.${name}_to`;

/** Whether it was booked between them, or, where that is not known, takes place before their end. */
export const isBookedInTime = ({ name }: Form): string =>
  `CASE WHEN booked_at IS NULL THEN at < asked.booked_${name}_to
      WHEN booked_form = 0 THEN booked_at >= asked.booked_moment_from AND booked_at < asked.booked_moment_to
      ELSE booked_at >= asked.booked_day_from AND booked_at < asked.booked_day_to END`;
