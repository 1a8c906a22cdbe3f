import type { ImportRow } from "./import-row.js";

/** An appointment file that can be read from the start any number of times. */
export interface ImportFile {
  /** Reads data rows in file order, in batches of a few hundred. Skips blank lines and header lines. */
  read(): AsyncIterable<readonly ImportRow[]>;
}
