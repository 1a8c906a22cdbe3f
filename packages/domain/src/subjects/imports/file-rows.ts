import { invalid } from "../../foundation/kernel/domain-error.js";
import type { AppointmentStatus } from "../appointments/appointment.js";
import { withdrawnStatus } from "./appointment-status.js";
import type { ImportFile } from "./import-file.js";
import type { ImportRow } from "./import-row.js";
import { usableRow } from "./usable-row.js";

/** Maximum number of rows per file. The limit exists because the rows are compared in memory. */
const maxRows = 500_000;

/** Number of rows per chunk. Small chunks create only short-lived objects. */
const chunkRows = 200;

/** Row that withdraws an appointment. Such rows are not counted in `rows_processed`. */
export type WithdrawnRow = { readonly row: ImportRow; readonly status: AppointmentStatus };

/**
 * Consecutive rows of a file. `withdrawn` contains the rows that withdraw an appointment, and `rows` contains all
 * others.
 */
export type FileChunk = { readonly rows: readonly ImportRow[]; readonly withdrawn: readonly WithdrawnRow[] };

/** Filter that drops the rows about erased people while a file is read. `onDropped` is called once per dropped row. */
export type RowFilter = { readonly isDropped: (row: ImportRow) => boolean; readonly onDropped?: () => unknown };

/** Reads a file in chunks, without the rows that the filter drops. Throws `too_many_rows`. */
export async function* fileChunks(file: ImportFile, { isDropped, onDropped }: RowFilter): AsyncGenerator<FileChunk> {
  let total = 0;
  let rows: ImportRow[] = [];
  let withdrawn: WithdrawnRow[] = [];
  for await (const read of file.read()) {
    for (const row of read) {
      if ((total += 1) > maxRows) throw invalid("too_many_rows", `the file must have at most ${maxRows} rows`);
      const usable = usableRow(row);
      if (isDropped(usable)) {
        onDropped?.();
        continue;
      }
      const status = withdrawnStatus(row.status);
      if (status === undefined) rows.push(usable);
      else withdrawn.push({ row: usable, status });
      if (rows.length < chunkRows && withdrawn.length < chunkRows) continue;
      yield { rows, withdrawn };
      rows = [];
      withdrawn = [];
    }
  }
  if (rows.length + withdrawn.length > 0) yield { rows, withdrawn };
}
