/** Fields of a row in an appointment file. */
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
 * A data row of an appointment file. Values are strings as sent. Absent and empty strings both mean that the value is
 * missing. `fullName` is for files with a single name column. `appointmentDate` may include a time.
 */
export type ImportRow = {
  /** Row number in a spreadsheet, or the position of a message or resource in its file. Starts at 1. */
  readonly row: number;
  /** Reason why the whole row is unreadable, such as `has 17 cells, expected 16`. The row counts as an error row. */
  readonly problem?: string;
} & { readonly [Field in ImportField]?: string };
