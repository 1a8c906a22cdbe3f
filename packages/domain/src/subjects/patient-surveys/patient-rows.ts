import type { CahpsType } from "./cahps-type.js";
import type { SurveyField } from "./survey-field.js";

/** Highest row number. Finding ids reserve six digits for it. */
export const lastRow = 999_999;

/** Data row of a patient file: its unchanged strings by field. Fields without a column are absent. */
export type PatientRow = {
  /** Row number, as a spreadsheet counts rows. */
  readonly row: number;
  readonly texts: { readonly [Field in SurveyField]?: string };
  /** Unknown columns, by heading. */
  readonly others: readonly (readonly [heading: string, text: string])[];
  /** Set if the number of cells differs from the number of headings. */
  readonly cells?: { readonly count: number; readonly expected: number };
};

/** Batch of rows, with the fields that the file has columns for. */
export type PatientRows = { readonly fields: ReadonlySet<SurveyField>; readonly rows: readonly PatientRow[] };

/** Patient file for one survey that can be read several times. */
export interface PatientSource {
  readonly type: CahpsType;
  /**
   * Reads the data rows in order, in batches of about a hundred, so that other work can run in between. Throws
   * `file_unreadable` with a one-line message for anything else.
   */
  read(): AsyncIterable<PatientRows>;
}
