import type { TimeZone } from "../../foundation/kernel/times.js";
import type { ReviewColumns } from "../reviews/review-rows.js";
import type { StatusMap } from "./status-words.js";

export const importFields = [
  "appointmentId",
  "patientId",
  "firstName",
  "lastName",
  "fullName",
  "dateOfBirth",
  "mobilePhone",
  "homePhone",
  "workPhone",
  "email",
  "state",
  "appointmentDate",
  "appointmentTime",
  "bookedAt",
  "status",
  "location",
  "provider",
] as const;
export type ImportField = (typeof importFields)[number];

/**
 * Row of an appointment file. Values are strings as written in the file. An absent string and an empty string both mean
 * that the value is missing.
 *
 * `fullName` is for files that have only one column for names. `appointmentDate` may include a time.
 */
export type ImportRow = {
  /** Row number in a spreadsheet, or the position of a message or resource in the file. Starts at 1. */
  readonly row: number;
  /**
   * Reason why the row is unreadable, such as `has 17 cells, expected 16`. The row is then reported as an error row.
   */
  readonly problem?: string;
  /** True if the patient is marked as deceased. The appointment may have taken place before. */
  readonly isDeceased?: boolean;
  /** Further ids and names of the location and the provider, in order. Tried if the first one is unknown. */
  readonly others?: { readonly location?: readonly string[]; readonly provider?: readonly string[] };
} & { readonly [Field in ImportField]?: string };

/** Name of a field in bundles and messages, such as `appointment_date`. */
export const fieldName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Description of the system that writes the files of a connection. */
export type SystemDescription = {
  /** Meanings of the system's own status words. They have precedence over the words that Repute knows. */
  readonly statuses: StatusMap;
  /**
   * Headings of the system's tables, by field. `null` means that the tables have no such column. All other headings are
   * found by name.
   */
  readonly columns: ColumnMap;
  /** External ids of locations and providers, by the words that the system uses for them. */
  readonly locationRefs: Readonly<Record<string, string>>;
  readonly providerRefs: Readonly<Record<string, string>>;
  /** Time zone of times without an offset. `null` means the offset of the message, or the account's time zone. */
  readonly timeZone: TimeZone | null;
  /** Time zone of the account. A reader uses it to recognize the offset of the account's own clock. */
  readonly accountTimeZone?: TimeZone;
};

/** Description of a system of which nothing is known. */
export const unknownSystem: SystemDescription = {
  statuses: {},
  columns: {},
  locationRefs: {},
  providerRefs: {},
  timeZone: null,
};

/** Headings by field of appointments and of reviews. */
export type ColumnMap = { readonly [Field in ImportField]?: string | null } & ReviewColumns;

/** Appointment file. The file can be read from the beginning any number of times. */
export interface ImportFile {
  /**
   * Reads the rows in file order, in batches of a few hundred. Skips blank lines and header lines. `system` is the
   * description of the connection.
   */
  read(system?: SystemDescription): AsyncIterable<readonly ImportRow[]>;
  /** Returns how the file was read. Called after the first rows were read. */
  layout?(): FileLayout | undefined;
}

/** How a file was read. */
export type FileLayout = {
  /** Format of the file, such as `table` or `HL7 v2`. */
  readonly format: string;
  /** Further facts for a person, such as the sheet or the character set, as pairs of label and value. */
  readonly facts: readonly (readonly [string, string])[];
  /** Headings of a table that were read, with their fields. `undefined` for other formats. */
  readonly columns?: readonly { readonly heading: string; readonly field: ImportField }[];
  /**
   * Headings of a table that were not read. `meant` is the field with the most similar heading. `replaced` is the field
   * that has the heading if the connection names no other heading for it.
   */
  readonly unread?: readonly {
    readonly heading: string;
    readonly meant?: ImportField;
    readonly replaced?: ImportField;
  }[];
  /** Advice for errors about the columns, such as the names of the other sheets. */
  readonly advice?: string;
};
