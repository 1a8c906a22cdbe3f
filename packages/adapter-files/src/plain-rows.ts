/** Splits complete lines without quotes into cells, with the same result as the CSV parser. */
export function plainRows(text: string, delimiter: string): readonly (readonly string[])[] {
  const lines = text.includes("\r") ? text.split(/\r\n|\n|\r/) : text.split("\n");
  // Remove the empty string after the last line end.
  lines.pop();
  return lines.map((line) => line.split(delimiter));
}
