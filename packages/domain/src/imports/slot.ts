import type { MomentOrDay } from "../attribution/appointment.js";
import type { Location, Provider } from "../catalog/catalog.js";
import type { CalendarDate } from "../kernel/calendar-date.js";
import type { ImportRow } from "./import-row.js";
import type { ReadTimes } from "./read-times.js";
import type { Places, Reference } from "./places.js";

/** When and where a row's appointment is, and with whom. */
export type Slot = {
  /** `null` where the row says no usable time. */
  readonly at: MomentOrDay | null;
  /** The local day of it. */
  readonly date: CalendarDate | null;
  /** What the row says of it, as sent. */
  readonly sentDate: string;
  readonly location: Reference<Location>;
  readonly provider: Reference<Provider>;
};

/** The slot of a row, and why nothing can be said of the row where that is so. */
export type SlotRow = Slot & { readonly problem: string | null };

/** What rows are read with. */
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

/** What tells versions of one appointment apart. */
export const versionOf = ({ at, location, provider }: Slot): string =>
  `${at ?? ""}|${location.place?.id ?? ""}|${provider.place?.id ?? ""}`;
