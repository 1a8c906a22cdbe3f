import type { ImportFile, ImportRow } from "../subjects/imports/rows.js";

/** Creates a valid row for a practice with one location and one provider, uploaded on 2026-06-01. */
export const anImportRow = (overrides: Partial<ImportRow> = {}): Partial<ImportRow> => ({
  appointmentId: "A-1",
  patientId: "MRN-5",
  firstName: "Cal",
  lastName: "Reed",
  dateOfBirth: "1980-05-01",
  mobilePhone: "(801) 555-0142",
  email: "cal.reed@example.com",
  state: "UT",
  appointmentDate: "5/28/2026",
  location: "L-1",
  provider: "P-10",
  ...overrides,
});

/**
 * Creates an appointment file that returns `size` rows per batch.
 * Rows without a row number are numbered as in a spreadsheet.
 */
export const importFileOf = (rows: readonly Partial<ImportRow>[], size = 1_000): ImportFile => ({
  async *read() {
    const numbered = rows.map((row, index) => ({ row: index + 2, ...row }));
    for (let start = 0; start < numbered.length; start += size) yield numbered.slice(start, start + size);
  },
});
