import { csvText } from "@repute/adapter-express";
import type { ImportErrorRow } from "@repute/domain";
import { printable } from "../printable.js";

const columns = [
  ...["id", "side", "row", "error_type", "error_level", "patient_name", "patient_id", "appointment_date"],
  ...["location_name", "provider", "phone", "email", "date_of_birth", "state", "match_info"],
];

/**
 * Renders the error rows of a run as CSV, page by page. The byte order mark tells spreadsheets that the file is UTF-8.
 */
export async function* errorCsv(pages: AsyncIterable<readonly ImportErrorRow[]>): AsyncGenerator<string> {
  yield `\ufeff${csvText([columns])}`;
  for await (const rows of pages) yield csvText(rows.map(cellsOf));
}

const cellsOf = ({ side, row, item }: ImportErrorRow): readonly unknown[] => {
  const cells: Readonly<Record<string, unknown>> = { side, row, ...item };
  return columns.map((column) => safe(cells[column]));
};

/** Replaces control characters, which could drive a terminal, with spaces. `match_info` becomes JSON. */
function safe(cell: unknown): unknown {
  const text = typeof cell === "object" && cell !== null ? JSON.stringify(cell) : cell;
  return typeof text === "string" ? printable(text) : text;
}
