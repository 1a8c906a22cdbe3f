/** A number of rows as it is read. */
export const count = (rows: number): string => rows.toLocaleString("en-US");
