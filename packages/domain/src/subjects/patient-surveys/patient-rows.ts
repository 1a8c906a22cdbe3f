import type { CahpsType } from "./cahps-type.js";
import type { SurveyField } from "./survey-field.js";

/** Highest allowed row number. The ids of findings reserve six digits for the row number. */
export const lastRow = 999_999;

/** Row of a patient file: the cells as strings, by field. Fields for which the file has no column are absent. */
export type PatientRow = {
  /** Number of the row in the spreadsheet. */
  readonly row: number;
  readonly texts: { readonly [Field in SurveyField]?: string };
  /** Cells in columns that are not survey fields, with their headings. */
  readonly others: readonly (readonly [heading: string, text: string])[];
  /** Number of cells and expected number of cells. Present only if the numbers differ. */
  readonly cells?: { readonly count: number; readonly expected: number };
};

/** Headings of a patient file as written in the file, by field. */
export type PatientHeadings = Readonly<Partial<Record<SurveyField, string>>>;

/** Batch of rows. `fields` contains all fields for which the file has a column. */
export type PatientRows = {
  readonly fields: ReadonlySet<SurveyField>;
  /** Reports name fields by these headings. If omitted, reports use standard labels. */
  readonly headings?: PatientHeadings;
  readonly rows: readonly PatientRow[];
};

/** Patient file for one survey. The file can be read several times. */
export interface PatientSource {
  readonly type: CahpsType;
  /**
   * Reads the rows in order, in batches of about a hundred, so that other requests can run in between. Throws
   * `file_unreadable` with a one-line message if the file has another format.
   */
  read(): AsyncIterable<PatientRows>;
}
