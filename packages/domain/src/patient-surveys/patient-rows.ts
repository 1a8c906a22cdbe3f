import type { CahpsType } from "./cahps-type.js";
import type { SurveyField } from "./survey-field.js";

/** The greatest number that a row may have: ids of what is said of rows have six digits for it. */
export const lastRow = 999_999;

/** One data row of a patient file: its texts as they were sent, absent where there is no such column. */
export type PatientRow = {
  /** The number that a spreadsheet shows. */
  readonly row: number;
  readonly texts: { readonly [Field in SurveyField]?: string };
  /** The columns that no field stands for, under their own headings. */
  readonly others: readonly (readonly [heading: string, text: string])[];
  /** Of a row with more or fewer cells than there are headings. */
  readonly cells?: { readonly count: number; readonly expected: number };
};

/** Some rows of a patient file, and which fields its headings name. */
export type PatientRows = { readonly fields: ReadonlySet<SurveyField>; readonly rows: readonly PatientRow[] };

/** The text of a file of patients for one survey that can be read from its beginning as often as needed. */
export interface PatientSource {
  readonly type: CahpsType;
  /** Data rows in their order, about a hundred at a time, since no other work gets its turn between them. What is no such file is `file_unreadable`, told in one line. */
  read(): AsyncIterable<PatientRows>;
}
