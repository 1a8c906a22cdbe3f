import { csvText } from "@repute/adapter-express";
import type { ImportErrorRow } from "@repute/domain";
import { printable } from "../printable.js";

const columns = [
  ...["id", "side", "row", "error_type", "error_level", "patient_name", "patient_id", "appointment_date"],
  ...["location_name", "provider", "phone", "email", "date_of_birth", "state", "match_info"],
];

/** Renders the error rows of an import as CSV, page by page. Begins with a byte order mark for spreadsheets. */
export async function* errorCsv(pages: AsyncIterable<readonly ImportErrorRow[]>): AsyncGenerator<string> {
  yield `\ufeff${csvText([columns])}`;
  for await (const rows of pages) yield csvText(rows.map(cellsOf));
}

const cellsOf = ({ side, row, item }: ImportErrorRow): readonly unknown[] => {
  const cells: Readonly<Record<string, unknown>> = { side, row, ...item };
  return columns.map((column) => safe(cells[column]));
};

/**
 * Renders a cell.
 * Converts `match_info` to JSON.
 * Replaces control characters, which could drive a terminal, with spaces.
 */
function safe(cell: unknown): unknown {
  const text = typeof cell === "object" && cell !== null ? JSON.stringify(cell) : cell;
  return typeof text === "string" ? printable(text) : text;
}
