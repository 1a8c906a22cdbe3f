import { type TextTable, textTable } from "../../foundation/kernel/text-table.js";

/**
 * Earlier row of the same file. `id` is the id of the record that the row creates, or `null` if the row creates none.
 */
export type Earlier = { readonly row: number; readonly id: number | null };

/** Creates an index of rows by a string key. `rows` is the number of rows in the file. */
export function earlierRows(rows: number) {
  const table = textTable(2, rows);
  return {
    of(text: string): Earlier | undefined {
      const at = table.find(text);
      return at < 0 ? undefined : earlierOf(table, at);
    },
    /** Adds a row to the index, unless the index already has a row with this key. */
    keep(text: string, { row, id }: Earlier): void {
      if (table.find(text) < 0) table.add(text, row, idOf(id));
    },
  };
}

/** Value for a missing id in the table. No record has this id. */
const noId = 0;

/** Converts an id to a number for the table. `null` becomes 0. */
export const idOf = (id: number | null): number => id ?? noId;

/** Reads the row number and the id from the first two columns of a table entry. */
export function earlierOf(table: TextTable, at: number): Earlier {
  const id = table.get(at, 1);
  return { row: table.get(at, 0), id: id === noId ? null : id };
}
