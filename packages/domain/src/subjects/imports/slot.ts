import type { Location, Provider } from "../../foundation/catalog/catalog.js";
import type { Places, Reference } from "../../foundation/catalog/places.js";
import type { CalendarDate } from "../../foundation/kernel/calendar-date.js";
import type { MomentOrDay } from "../appointments/appointment.js";
import type { ImportRow } from "./import-row.js";
import type { ReadTimes } from "./read-times.js";

/** Time, location and provider of a row's appointment. */
export type Slot = {
  /** Start of the appointment. `null` if the row has no valid time. */
  readonly at: MomentOrDay | null;
  readonly date: CalendarDate | null;
  readonly sentDate: string;
  readonly location: Reference<Location>;
  readonly provider: Reference<Provider>;
};

/** Time, location and provider of a row. `problem` is the reason why the row is unreadable, or `null`. */
export type SlotRow = Slot & { readonly problem: string | null };

/** Parsers for the times, locations and providers of rows. */
export type Reading = { readonly times: ReadTimes; readonly places: Places };

export function readSlot(row: ImportRow, { times, places }: Reading): SlotRow {
  const { at, date } = times.appointment(row.appointmentDate ?? "", row.appointmentTime ?? "");
  return {
    at,
    date,
    sentDate: (row.appointmentDate ?? "").trim(),
    location: places.location(row.location),
    provider: places.provider(row.provider),
    problem: row.problem ?? null,
  };
}

/**
 * Returns a string that identifies a version of an appointment. The string changes with the time, location or provider.
 */
export const versionOf = ({ at, location, provider }: Slot): string =>
  `${at ?? ""}|${location.place?.id ?? ""}|${provider.place?.id ?? ""}`;
