/** Cells of a phone call in an export, as received. The keys are column headings or JSON keys. */
export type CallCells = { readonly form: "csv" | "json"; readonly cells: Readonly<Record<string, unknown>> };

/** Row of a call tracker's export. If the row is unreadable, `problem` contains the reason. */
export type CallRow = { readonly row: number } & (CallCells | { readonly problem: string });

/** Export file of a call tracker. The file can be read several times. */
export interface CallFile {
  /**
   * Reads the rows of the file in order, in batches. `row` is the row number in a spreadsheet or the position in the
   * JSON document.
   */
  read(): AsyncIterable<readonly CallRow[]>;
}
