/** What a row of an appointment file may tell. */
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
 * One data row of an appointment file: its texts as they were sent, an absent or an empty one where it says nothing.
 * `fullName` is for files with one column for the name. `appointmentDate` may hold a time as well.
 */
export type ImportRow = {
  /** The number that a spreadsheet shows, or the place of a message or resource in its file: counted from 1. */
  readonly row: number;
  /** Why the row as a whole cannot be read (`has 17 cells, expected 16`): it is counted as an error row. */
  readonly problem?: string;
} & { readonly [Field in ImportField]?: string };
