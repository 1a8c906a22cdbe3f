import type { Location, Provider } from "../../foundation/catalog/catalog.js";
import type { Places, Reference } from "../../foundation/catalog/places.js";
import {
  type EmailAddress,
  givenName,
  parseEmail,
  parsePhone,
  personName,
  type Phone,
} from "../../foundation/kernel/contact-details.js";
import { invalid } from "../../foundation/kernel/domain-error.js";
import { remembered } from "../../foundation/kernel/lookup-tables.js";
import { isPlainText, plainCell, unitOf } from "../../foundation/kernel/text.js";
import {
  type CalendarDate,
  type Instant,
  localCalendar,
  localInstants,
  parseCalendarDate,
  plusDays,
  type TimeZone,
  toSecond,
} from "../../foundation/kernel/times.js";
import { parseState, type StateCode } from "../../foundation/kernel/us-codes.js";
import {
  type DateOrder,
  onlyOrder,
  parseWrittenTime,
  type WrittenTime,
} from "../../foundation/kernel/written-times.js";
import type { AppointmentStatus, MomentOrDay } from "../appointments/appointment.js";
import { fieldName, importFields, type ImportFile, type ImportRow, type SystemDescription } from "./source-system.js";
import { isOpen, isWithdrawn, type StatusMeaning, type WithheldStatus } from "./status-words.js";

export const emptyFileCode = "empty_file";

/** Creates the error for an appointment file without rows. Such a file usually comes from a failed export. */
export const emptyFile = () => invalid("empty_file", "the file has no rows; nothing was imported");

/** Maximum number of rows per file. The limit exists because the rows are compared in memory. */
const maxRows = 500_000;

/** Number of rows per chunk. Small chunks create only short-lived objects. */
const chunkRows = 200;

/** Row that withdraws an appointment. Such rows are not counted in `rows_processed`. */
export type WithdrawnRow = { readonly row: ImportRow; readonly status: AppointmentStatus };

/** Row to judge. `open` is its status if the appointment may still take place or not, or if the patient died. */
export type JudgedRow = ImportRow & { readonly open?: WithheldStatus };

/**
 * Consecutive rows of a file. `withdrawn` contains the rows that withdraw an appointment, and `rows` contains all
 * others.
 */
export type FileChunk = { readonly rows: readonly JudgedRow[]; readonly withdrawn: readonly WithdrawnRow[] };

/** Filter that drops the rows about erased people while a file is read. `onDropped` is called once per dropped row. */
export type RowFilter = { readonly isDropped: (row: ImportRow) => boolean; readonly onDropped?: () => unknown };

/** How the rows of a file are read: the description of the system, and the meanings of its statuses. */
export type SystemTerms = {
  readonly system: SystemDescription;
  readonly meaningOf: (status: string | undefined) => StatusMeaning;
};

/** Reads a file in chunks, without the rows that the filter drops. Throws `too_many_rows`. */
export async function* fileChunks(
  file: ImportFile,
  { system, meaningOf }: SystemTerms,
  { isDropped, onDropped }: RowFilter,
): AsyncGenerator<FileChunk> {
  let total = 0;
  let rows: JudgedRow[] = [];
  let withdrawn: WithdrawnRow[] = [];
  for await (const read of file.read(system)) {
    for (const row of read) {
      if ((total += 1) > maxRows) throw invalid("too_many_rows", `the file must have at most ${maxRows} rows`);
      const usable = usableRow(row);
      if (isDropped(usable)) {
        onDropped?.();
        continue;
      }
      const meaning = meaningOf(usable.status);
      if (isWithdrawn(meaning)) withdrawn.push(withdrawnRow(usable, meaning));
      else rows.push(judged(usable, meaning));
      if (rows.length < chunkRows && withdrawn.length < chunkRows) continue;
      yield { rows, withdrawn };
      rows = [];
      withdrawn = [];
    }
  }
  if (rows.length + withdrawn.length > 0) yield { rows, withdrawn };
}

const withdrawnRow = (row: ImportRow, status: AppointmentStatus): WithdrawnRow => ({
  row,
  status: row.isDeceased ? "deceased" : status,
});

/** Returns a row, with `open` if its status is open or the patient died. */
export function judged(row: ImportRow, meaning: StatusMeaning): JudgedRow {
  if (row.isDeceased) return { ...row, open: "deceased" };
  return isOpen(meaning) ? { ...row, open: meaning } : row;
}

const maxTextLength = 500;

/** Returns the row with plain, single-line strings. Omits a string that is too long, and reports it in `problem`. */
export const usableRow = (row: ImportRow): ImportRow =>
  importFields.every((field) => isUsable(row[field])) && hasUsableOthers(row) ? row : cleaned(row);

const hasUsableOthers = ({ others }: ImportRow): boolean =>
  !others ||
  [others.location, others.provider].every((texts = []) => texts.length <= maxOthers && texts.every(isUsable));

const isUsable = (text: string | undefined): boolean =>
  text === undefined || (text !== "" && text.length <= maxTextLength && isPlainText(text));

function cleaned(row: ImportRow): ImportRow {
  const clean: Record<string, unknown> = { row: row.row };
  let problem = row.problem;
  for (const field of importFields) {
    const text = row[field];
    if (text === undefined) continue;
    if (text.length > maxTextLength) {
      problem ??= `${fieldName(field)} is longer than ${maxTextLength} characters${unitOf(text)}`;
    } else {
      const plain = plainCell(text);
      if (plain !== "") clean[field] = plain;
    }
  }
  const others = row.others && {
    location: usableTexts(row.others.location),
    provider: usableTexts(row.others.provider),
  };
  return {
    ...clean,
    ...(row.isDeceased && { isDeceased: true }),
    ...(others && { others }),
    ...(problem === undefined ? {} : { problem }),
  } as unknown as ImportRow;
}

const maxOthers = 20;

const usableTexts = (texts: readonly string[] = []): readonly string[] =>
  texts.slice(0, maxOthers).flatMap((text) => (text.length > maxTextLength ? [] : plainCell(text)) || []);

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
    location: places.location(row.location, row.others?.location),
    provider: places.provider(row.provider, row.others?.provider),
    problem: row.problem ?? null,
  };
}

/**
 * Returns a string that identifies a version of an appointment. The string changes with the time, location or provider.
 */
export const versionOf = ({ at, location, provider }: Slot): string =>
  `${at ?? ""}|${location.place?.id ?? ""}|${provider.place?.id ?? ""}`;

/** Parsed row of an appointment file. Missing and invalid values are `null`. */
export type Visit = SlotRow & {
  readonly row: number;
  /** Appointment id in the practice's own system. */
  readonly ref: string | null;
  readonly patientId: string | null;
  /** Patient's name as written in the file. */
  readonly patientName: string;
  /** First name, normalized for comparison: without titles, suffixes, accents or capitals. */
  readonly firstName: string;
  /** Valid phone numbers without duplicates, in the order mobile, home, work. */
  readonly phones: readonly Phone[];
  readonly mobile: Phone | null;
  readonly email: EmailAddress | null;
  readonly sentEmail: string | null;
  readonly state: StateCode | null;
  readonly dateOfBirth: CalendarDate | null;
  readonly bookedAt: MomentOrDay | null;
  /** Status of an appointment that may still take place or not, or whose patient died. Otherwise `null`. */
  readonly open: WithheldStatus | null;
  /** Status as written in the file. */
  readonly sentStatus: string | null;
};

export function readVisit(row: JudgedRow, reading: Reading): Visit {
  const mobile = parsePhone(row.mobilePhone ?? "");
  const phones = [mobile, parsePhone(row.homePhone ?? ""), parsePhone(row.workPhone ?? "")];
  const email = parseEmail(row.email ?? "");
  const { at, date, sentDate, location, provider, problem } = readSlot(row, reading);
  // Copy each property by name, because spreading `slot` doubles the running time of this function.
  return {
    at,
    date,
    sentDate,
    location,
    provider,
    problem,
    row: row.row,
    ref: sent(row.appointmentId),
    patientId: sent(row.patientId),
    patientName: patientNameOf(row),
    firstName: firstNameOf(row),
    phones: [...new Set(phones.filter((phone) => phone !== null))],
    mobile,
    email,
    sentEmail: email === null ? null : sent(row.email),
    state: parseState(row.state ?? ""),
    dateOfBirth: reading.times.birth(row.dateOfBirth ?? ""),
    bookedAt: reading.times.booking(row.bookedAt ?? ""),
    open: row.open ?? null,
    sentStatus: sent(row.status),
  };
}

const sent = (text = ""): string | null => text.trim() || null;

/** Returns the patient's name as written in the file. If there are separate columns, returns `First Last`. */
function patientNameOf({ fullName = "", firstName = "", lastName = "" }: ImportRow): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim() || fullName.trim();
}

/**
 * Returns the patient's first name according to the name rules of conversions: without titles, suffixes, accents or
 * capitals.
 */
function firstNameOf({ fullName = "", firstName = "", lastName = "" }: ImportRow): string {
  const hasColumns = firstName.trim() !== "" || lastName.trim() !== "";
  return hasColumns ? givenName(firstName) : personName(fullName).first;
}

/** Parsers for the times in an appointment file. */
type ReadTimes = {
  /**
   * Returns the time and local date of an appointment. Both are `null` if the date is invalid, before 2000, or more
   * than 730 days after the upload.
   */
  appointment(day: string, time: string): { readonly at: MomentOrDay | null; readonly date: CalendarDate | null };
  booking(text: string): MomentOrDay | null;
  /**
   * Parses a date of birth. If the date is in the future and its year has two digits, subtracts 100 years. Returns
   * `null` for other dates in the future.
   */
  birth(text: string): CalendarDate | null;
  readonly uploadDate: CalendarDate;
  /** Returns true if a date is valid only in the other order of day and month than the connection's. */
  isInOtherOrder(day: string): boolean;
};

const firstDate = "2000-01-01";
const maxDaysAhead = 730;

/**
 * Creates the parsers for the times in an appointment file. `zone` is the account's time zone, `fileZone` the time zone
 * of times without a UTC offset, and `order` the order of day and month in ambiguous dates.
 */
export function readTimes(uploadedAt: Instant, zone: TimeZone, fileZone: TimeZone, order: DateOrder): ReadTimes {
  const calendar = localCalendar(zone);
  const instantOf = localInstants(fileZone);
  const uploadDate = calendar.dateOf(uploadedAt);
  const lastDate = plusDays(uploadDate, maxDaysAhead);
  const lastYear = Number(uploadDate.slice(0, 4)) + 1;
  const read = (text: string) => parseWrittenTime(text, lastYear, order);
  const dateOf = (time: MomentOrDay) => (typeof time === "number" ? calendar.dateOf(time) : time);

  function timeOf(written: WrittenTime | undefined): MomentOrDay | null {
    if (!written) return null;
    if (written.form === "day") return written.date;
    if (written.form === "exact") return toSecond(written.instant);
    const [year, month, day] = written.date.split("-").map(Number) as [number, number, number];
    return instantOf({ year, month, day, ...written.clock });
  }

  // Cache the results, because many rows contain the same values.
  const appointment = remembered((text: string) => {
    const [day = "", time = ""] = text.split("\0");
    const at = timeOf(withClock(read(day), time));
    const date = at === null ? "" : dateOf(at);
    return date >= firstDate && date <= lastDate ? { at, date: date as CalendarDate } : { at: null, date: null };
  });
  return {
    uploadDate,
    isInOtherOrder: remembered((text: string) => (onlyOrder(text) ?? order) !== order),
    appointment: (day, time) => appointment(`${day}\0${time}`),
    booking: remembered((text: string) => timeOf(read(text))),
    birth: remembered((text: string) => {
      const time = timeOf(read(text));
      // Use the date as written, because midnight in UTC is on the previous day in many time zones.
      const date = time === null ? undefined : (parseCalendarDate(text.trim().slice(0, 10)) ?? dateOf(time));
      if (date === undefined || date <= uploadDate) return date ?? null;
      return isShortYear(text) ? centuryBefore(date) : null;
    }),
  };
}

/** Combines a date with the time from a separate column, if the time is valid. */
function withClock(written: WrittenTime | undefined, time: string): WrittenTime | undefined {
  if (written?.form !== "day" || time.trim() === "") return written;
  return parseWrittenTime(`${written.date} ${time.trim().slice(0, 25)}`, 0) ?? written;
}

const isShortYear = (text: string): boolean =>
  /^\d{1,2}(?:\/\d{1,2}\/|[- ][A-Za-z]{3,9}[-., ]{1,2})\d{2}(?!\d)/.test(text.trim());

/** Returns the same day 100 years earlier, or `null` if that year has no such day (February 29). */
const centuryBefore = (date: CalendarDate): CalendarDate | null =>
  parseCalendarDate(`${Number(date.slice(0, 4)) - 100}${date.slice(4)}`) ?? null;
