import type { ImportRow } from "./import-row.js";

/** Appointment file. The file can be read from the beginning any number of times. */
export interface ImportFile {
  /** Reads the rows in file order, in batches of a few hundred. Skips blank lines and header lines. */
  read(): AsyncIterable<readonly ImportRow[]>;
}
