/**
 * Matches bytes that are accented letters in Mac Roman but unlikely within a word in Windows-1252: punctuation,
 * undefined bytes, or a capital letter after a small letter.
 * Excludes apostrophes and dashes, which occur within words in Windows-1252.
 */
const accents =
  /[A-Za-z](?:[\x81-\x84\x86-\x89\x8b\x8d\x8f\x90\x93\x94\x98\x9d][A-Za-z]|[\x83\x8d\x8f\x90\x9d]|[\x8a\x8c\x8e\x9f][a-z])|[a-z](?:[\x8a\x8c\x8e\x9f]|[\x96\x97][a-z])/;

/** Matches bytes that are accented letters within a word in Windows-1252. */
const letters = /[a-z][\xc0-\xc3\xc6-\xd1\xd8-\xff][a-z]/;

/** Returns true if a line that is not UTF-8 looks like Mac Roman. */
export function looksLikeMacRoman(line: Buffer): boolean {
  const text = line.toString("latin1");
  return accents.test(text) && !letters.test(text);
}
