/**
 * Characters that are not allowed in one-line strings, such as control characters and line breaks.
 *
 * Invisible formatting, private use characters, noncharacters and lone surrogates are not allowed either.
 * Invisible formatting includes bidirectional controls, zero-width spaces, soft hyphens and byte order marks.
 * The joiners U+200C and U+200D are allowed because names and emoji need them.
 * Unassigned characters are allowed because their assignment depends on the runtime's Unicode version.
 */
const unfit = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|(?![\u200c\u200d])\p{Cf}/u;

/**
 * Control characters, line breaks, byte order marks and private use characters. Each sequence is replaced by a space.
 */
const between = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\ufeff]+/gu;

const invisible = new RegExp(unfit.source, "gu");

/** True if a string consists of visible characters on one line. Check the length of the string first. */
export const isPlainText = (text: string): boolean => !unfit.test(text);

/**
 * Cleans a cell of a file, so that its row is not rejected.
 * Replaces control characters and line breaks with spaces. Removes invisible characters so that names still match.
 */
export const plainCell = (text: string): string =>
  isPlainText(text) ? text : storableText(text).replace(between, " ").replace(invisible, "").trim();

/** Removes NUL characters and replaces lone surrogates, because databases reject them. */
const storableText = (text: string): string =>
  text.isWellFormed() && !text.includes("\0") ? text : text.replaceAll("\0", "").toWellFormed();
