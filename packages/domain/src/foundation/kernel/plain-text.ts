import { storableText } from "./storable-text.js";

/**
 * Characters not allowed in one-line strings.
 * These are control characters, line breaks, private use, noncharacters, lone surrogates and invisible formatting.
 * Invisible formatting includes bidirectional controls, zero-width spaces, soft hyphens and byte order marks.
 * Names and emoji need the joiners U+200C and U+200D, so they are allowed. Unassigned characters are allowed because
 * the assignment depends on the runtime's Unicode version.
 */
const unfit = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|(?![\u200c\u200d])\p{Cf}/u;

/** Control characters, line breaks, byte order marks and private use. A space replaces each run of them. */
const between = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\ufeff]+/gu;

const invisible = new RegExp(unfit.source, "gu");

/** Returns true if a string has only visible characters on one line. Check its length first. */
export const isPlainText = (text: string): boolean => !unfit.test(text);

/**
 * Cleans a cell of a file instead of rejecting its row. Control characters and line breaks become spaces; invisible
 * characters are removed so that names still match.
 */
export const plainCell = (text: string): string =>
  isPlainText(text) ? text : storableText(text).replace(between, " ").replace(invisible, "").trim();
