import type { Row } from "../sql/engine.js";

/** Rows as CSV: what is null is empty, every text is in quotation marks, arrays and objects are JSON. */
export function csvRows(rows: readonly Row[]): { readonly text: string; readonly longest: number } {
  let longest = 0;
  const lines = rows.map((row) => {
    const line = row.map(field).join(",");
    longest = Math.max(longest, line.length);
    return line;
  });
  return { text: `${lines.join("\n")}\n`, longest };
}

function field(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return inQuotes(value);
  return typeof value === "object" ? inQuotes(JSON.stringify(value)) : String(value);
}

const inQuotes = (text: string): string => `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`;
