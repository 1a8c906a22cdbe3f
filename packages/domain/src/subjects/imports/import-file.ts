import { invalid } from "../../foundation/kernel/domain-error.js";
import type { ImportRow } from "./import-row.js";

/** Appointment file. The file can be read from the beginning any number of times. */
export interface ImportFile {
  /** Reads the rows in file order, in batches of a few hundred. Skips blank lines and header lines. */
  read(): AsyncIterable<readonly ImportRow[]>;
}

export const emptyFileCode = "empty_file";

/** Creates the error for an appointment file without rows. Such a file usually comes from a failed export. */
export const emptyFile = () => invalid("empty_file", "the file has no rows; nothing was imported");
