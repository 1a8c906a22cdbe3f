/** The cells of whole lines in which nothing is quoted, as the parser of tables reads them. */
export function plainRows(text: string, delimiter: string): readonly (readonly string[])[] {
  const lines = text.includes("\r") ? text.split(/\r\n|\n|\r/) : text.split("\n");
  // What follows on the last line's end is no line.
  lines.pop();
  return lines.map((line) => line.split(delimiter));
}
