/** What a row tells, by heading, as it stands in the file; whether as a row of a table or as an object of its own. */
export type CallCells = { readonly form: "csv" | "json"; readonly cells: Readonly<Record<string, unknown>> };

/** One row of a call tracker's export, or what is wrong with it as a whole. */
export type CallRow = { readonly row: number } & (CallCells | { readonly problem: string });

/** A call tracker's export that can be read from its beginning as often as needed. */
export interface CallFile {
  /** Rows in their order, some at a time; each with the number that a spreadsheet shows, or its position in the document. */
  read(): AsyncIterable<readonly CallRow[]>;
}
