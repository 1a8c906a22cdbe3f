import type { AppointmentStatus } from "../attribution/appointment.js";
import { invalid } from "../kernel/domain-error.js";
import { withdrawnStatus } from "./appointment-status.js";
import type { ImportFile } from "./import-file.js";
import type { ImportRow } from "./import-row.js";
import { usableRow } from "./usable-row.js";

/** Maximum number of rows of a run. Its rows are compared with each other in memory. */
const maxRows = 500_000;

/** Number of rows that are looked up together. Small enough that what is made of them is soon garbage. */
const chunkRows = 200;

/** A row whose appointment does not take place. It is not counted in `rows_processed`. */
export type WithdrawnRow = { readonly row: ImportRow; readonly status: AppointmentStatus };

/** Consecutive rows of a file: rows to judge, and rows that withdraw an appointment. */
export type FileChunk = { readonly rows: readonly ImportRow[]; readonly withdrawn: readonly WithdrawnRow[] };

/** Selects rows that are dropped when a file is read. */
export type RowFilter = { readonly isDropped: (row: ImportRow) => boolean; readonly onDropped?: () => unknown };

/** The rows of a file in chunks. Calls `onDropped` for each row that `isDropped` selects instead of returning it. */
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
