import type { ImportErrorRow } from "@repute/domain";
import { stringify } from "csv-stringify/sync";

const columns = [
  ...["id", "side", "row", "error_type", "error_level", "patient_name", "patient_id", "appointment_date"],
  ...["location_name", "provider", "phone", "email", "date_of_birth", "state", "match_info"],
];

// A text that a spreadsheet would take for a formula gets an apostrophe before it.
const style = { record_delimiter: "windows", quote_record_delimiter: true, escape_formulas: true } as const;

/** The error rows of a run as CSV (RFC 4180), a page at a time; a byte order mark tells spreadsheets that it is UTF-8. */
export async function* errorCsv(pages: AsyncIterable<readonly ImportErrorRow[]>): AsyncGenerator<string> {
  yield `\ufeff${stringify([columns], style)}`;
  for await (const rows of pages) yield stringify(rows.map(cellsOf), style);
}

/** `match_info` is JSON. */
const cellsOf = ({ side, row, item }: ImportErrorRow): readonly unknown[] => {
  const cells: Readonly<Record<string, unknown>> = { side, row, ...item };
  return columns.map((column) => cells[column]);
};
