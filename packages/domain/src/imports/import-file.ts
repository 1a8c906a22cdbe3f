import type { ImportRow } from "./import-row.js";

/** A file of appointments that can be read from its beginning as often as needed. */
export interface ImportFile {
  /** Data rows in their order, some hundreds at a time; blank lines and lines of headings are left out. */
  read(): AsyncIterable<readonly ImportRow[]>;
}
