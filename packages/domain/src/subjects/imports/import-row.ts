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
} & { readonly [Field in ImportField]?: string };
