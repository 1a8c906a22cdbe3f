/** First bytes of unsupported file formats, in hexadecimal. */
const beginnings: readonly (readonly [string, string])[] = [
  ["504b0304", "a ZIP archive or an Excel workbook"],
  ["d0cf11e0", "an old Excel workbook"],
  ["25504446", "a PDF document"],
  ["fffe", "UTF-16"],
  ["feff", "UTF-16"],
];

/** Returns the name of a file format, such as ZIP, if the first bytes show that the file is not UTF-8 text. */
export function otherFormat(bytes: Buffer): string | undefined {
  const beginning = bytes.toString("hex", 0, 4);
  return beginnings.find(([mark]) => beginning.startsWith(mark))?.[1];
}
