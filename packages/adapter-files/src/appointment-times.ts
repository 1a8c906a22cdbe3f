import type { ImportRow } from "@repute/domain";
import type { DayColumns, Reading } from "./import-texts.js";
import type { Notice } from "./input-file.js";

type Rows = AsyncGenerator<readonly ImportRow[]>;

type TimeReading = Pick<Reading, "notice" | "dayColumns"> & {
  readonly dateHeadings: readonly string[];
  /** Identifies the columns of the table. */
  readonly key: string;
};

/**
 * Reads the rows of an appointment table, without the midnights of columns that contain only days, such as
 * `2026-11-18 00:00:00`. Otherwise, such a visit would take place at midnight, or in UTC on the day before.
 */
export async function* withReadTimes(read: () => Rows, { notice, dayColumns, dateHeadings, key }: TimeReading): Rows {
  const columns = dayColumns.get(key) ?? (await findDayColumns(read()));
  dayColumns.set(key, columns);
  if (columns.isOnlyDays) {
    notice(`all times in the column ${dateHeadings.join(", ")} are midnight, so its values were read as days`);
  }
  for await (const chunk of read()) {
    const rows = columns.date || columns.time ? chunk.map((row) => withDays(row, columns)) : chunk;
    for (const row of rows) reportZones(row, notice);
    yield rows;
  }
}

const searchedRows = 1_000;

/**
 * Finds the columns of an appointment table whose times are all midnight. A date without a time fits both readings. If
 * the first 1,000 rows have at least one midnight and no other time, reads on until the first other time.
 */
async function findDayColumns(chunks: Rows): Promise<DayColumns> {
  let [date, time, rows]: [Times, Times, number] = ["none", "none", 0];
  for await (const chunk of chunks) {
    for (const { appointmentDate, appointmentTime } of chunk) {
      date = timesWith(date, appointmentDate);
      time = timesWith(time, appointmentTime);
    }
    rows += chunk.length;
    const mayHaveDays = date === "midnight" || time === "midnight" || rows < searchedRows;
    if (date === "other" || !mayHaveDays) break;
  }
  const [hasDays, hasMidnights] = [date === "midnight", date !== "other" && time === "midnight"];
  return { date: hasDays, time: hasMidnights, isOnlyDays: time !== "other" && (hasDays || hasMidnights) };
}

/** Times of a column: no time, only midnights, or at least one other time. */
type Times = "none" | "midnight" | "other";

function timesWith(before: Times, text: string | undefined): Times {
  if (before === "other" || text === undefined || text.length > maxLength) return before;
  if (dayOf(text) !== text) return "midnight";
  return anyTime.test(text) ? "other" : before;
}

const maxLength = 40;

const clock = String.raw`(?:0?0:00(?::00(?:[.,]0{1,9})?)?|12:00(?::00(?:[.,]0{1,9})?)? ?[Aa]\.?[Mm]\.?)`;
const offset = String.raw`(?: {0,3}(?:[A-Za-z][A-Za-z_/]*|[+-]\d{2}:?\d{2}))?`;
const midnight = new RegExp(`(?:^|[Tt]|,? {1,3})${clock}${offset}$`);
const compactMidnight = /^(\d{8})0{4,6}(?:\.0{1,6})?(?:[+-]\d{4})?$/;
const anyTime = /\d:\d{2}|^\d{12}|^\d{0,5}\.0*[1-9]/;

/** Removes the time from a date if it is midnight. */
const dayOf = (text: string): string =>
  text.length > maxLength ? text : (compactMidnight.exec(text)?.[1] ?? text.replace(midnight, ""));

/** Returns the row without the midnights of the columns whose values are days. */
function withDays({ appointmentDate, appointmentTime, ...row }: ImportRow, columns: DayColumns): ImportRow {
  return {
    ...row,
    ...(appointmentDate !== undefined && { appointmentDate: columns.date ? dayOf(appointmentDate) : appointmentDate }),
    ...(appointmentTime !== undefined && !columns.time && { appointmentTime }),
  };
}

/** Time zones of North America and of other regions by their abbreviations, and names such as `America/Denver`. */
const zoneBehind =
  /\d(?: ?[AaPp]\.?[Mm]\.?)? {0,3}\(?((?:AK|HA|CE|EE|WE|AE|AC|AW|NZ|[A-CEH-KM-P])[SD]?T|(?:Africa|America|Asia|Atlantic|Australia|Canada|Europe|Indian|Pacific|US)\/[A-Za-z_/]{2,20})\)?$/;

/** Reports each time zone name after a time, because such times are not read. */
function reportZones({ appointmentDate = "", appointmentTime = "" }: ImportRow, notice: Notice): void {
  for (const text of [appointmentDate, appointmentTime]) {
    const zone = text.length > maxLength ? undefined : zoneBehind.exec(text)?.[1];
    if (zone !== undefined) {
      notice(`times with the time zone name ${zone} were not read; write an offset such as -07:00 instead`);
    }
  }
}
