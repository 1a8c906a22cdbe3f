/** Cells of a row by heading, unprocessed, from a table (CSV) or a JSON object. */
export type CallCells = { readonly form: "csv" | "json"; readonly cells: Readonly<Record<string, unknown>> };

/** Row of a call tracker's export, or a problem with the whole row. */
export type CallRow = { readonly row: number } & (CallCells | { readonly problem: string });

/** Call tracker's export that can be read several times. */
export interface CallFile {
  /**
   * Reads the rows in order, in batches. `row` is the row number of a spreadsheet or the position in the JSON document.
   */
  read(): AsyncIterable<readonly CallRow[]>;
}
