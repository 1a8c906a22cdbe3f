/**
 * Bytes of Mac Roman's accented letters within words, where Windows-1252 has punctuation, a capital after a small letter
 * or nothing. Bytes of apostrophes and dashes that Windows-1252 has within words are not among them.
 */
const accents =
  /[A-Za-z](?:[\x81-\x84\x86-\x89\x8b\x8d\x8f\x90\x93\x94\x98\x9d][A-Za-z]|[\x83\x8d\x8f\x90\x9d]|[\x8a\x8c\x8e\x9f][a-z])|[a-z](?:[\x8a\x8c\x8e\x9f]|[\x96\x97][a-z])/;

/** Letters of Windows-1252 within words. */
const letters = /[a-z][\xc0-\xc3\xc6-\xd1\xd8-\xff][a-z]/;

/** Whether a line that is not UTF-8 looks like Mac Roman. */
export function looksLikeMacRoman(line: Buffer): boolean {
  const text = line.toString("latin1");
  return accents.test(text) && !letters.test(text);
}
