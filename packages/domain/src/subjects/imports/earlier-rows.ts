import type { TextTable } from "../../foundation/kernel/text-table.js";
import { textTable } from "../../foundation/kernel/text-table.js";

/** An earlier row of the run and the id of its record. The id is `null` if the record is not stored. */
export type Earlier = { readonly row: number; readonly id: number | null };

/** Creates an index of the rows of a run by a string key. `rows` is the number of rows of the run. */
export function earlierRows(rows: number) {
  const table = textTable(2, rows);
  return {
    of(text: string): Earlier | undefined {
      const at = table.find(text);
      return at < 0 ? undefined : earlierOf(table, at);
    },
    /** Stores a row unless the key already has a row. */
    keep(text: string, { row, id }: Earlier): void {
      if (table.find(text) < 0) table.add(text, row, idOf(id));
    },
  };
}

/** Placeholder for a missing id. No record has this id. */
const noId = 0;

/** Converts an id to a table value. */
export const idOf = (id: number | null): number => id ?? noId;

/** Reads the row number and the id from the first two columns of a table entry. */
export function earlierOf(table: TextTable, at: number): Earlier {
  const id = table.get(at, 1);
  return { row: table.get(at, 0), id: id === noId ? null : id };
}
