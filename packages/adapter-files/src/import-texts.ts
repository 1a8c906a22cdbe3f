import type { FileLayout, ImportField, SystemDescription } from "@repute/domain";
import type { Notice } from "./input-file.js";

/**
 * How a file is read. `onLayout` receives what the reader found out about the file. `dayColumns` keeps the columns that
 * earlier readings found, by column indexes.
 */
export type Reading = {
  readonly system: SystemDescription;
  readonly notice: Notice;
  readonly onLayout: (layout: FileLayout) => void;
  readonly dayColumns: Map<string, DayColumns>;
};

/** Columns of an appointment table whose times are all midnight. `isOnlyDays` is true if the table has no other time. */
export type DayColumns = { readonly date: boolean; readonly time: boolean; readonly isOnlyDays: boolean };

/** The cells of a row as strings, by field. */
export type ImportTexts = Partial<Record<ImportField, string>>;

/** Cells as strings, by field. Missing cells can be `undefined`. */
export type MaybeTexts = { readonly [Field in ImportField]?: string | undefined };

/** Returns only the fields with a string that is not empty. */
export function present(texts: MaybeTexts): ImportTexts {
  const found: ImportTexts = {};
  for (const field of Object.keys(texts) as ImportField[]) {
    const text = texts[field];
    if (text) found[field] = text;
  }
  return found;
}
