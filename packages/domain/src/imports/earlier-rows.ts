import type { TextTable } from "../kernel/text-table.js";
import { textTable } from "../kernel/text-table.js";

/** A row of this run that counts, with the id that it was given; `null` where it is not stored. */
export type Earlier = { readonly row: number; readonly id: number | null };

/** Rows of a run of so many, by a text that they share. */
export function earlierRows(rows: number) {
  const table = textTable(2, rows);
  return {
    of(text: string): Earlier | undefined {
      const at = table.find(text);
      return at < 0 ? undefined : earlierOf(table, at);
    },
    /** The first of a text is kept. */
    keep(text: string, { row, id }: Earlier): void {
      if (table.find(text) < 0) table.add(text, row, idOf(id));
    },
  };
}

/** No row is given this id. */
const noId = 0;

/** An id as tables hold it. */
export const idOf = (id: number | null): number => id ?? noId;

/** What a table says of a row in its first two columns: its number, and its id. */
export function earlierOf(table: TextTable, at: number): Earlier {
  const id = table.get(at, 1);
  return { row: table.get(at, 0), id: id === noId ? null : id };
}
