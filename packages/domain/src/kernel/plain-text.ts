import { storableText } from "./storable-text.js";

/**
 * Characters that a name or another text of one line must not have: control characters and line breaks, invisible
 * formatting (bidirectional controls, zero-width spaces, soft hyphens, byte order marks), private use, noncharacters and
 * lone surrogates. Allowed are the joiners U+200C and U+200D, which names and emoji need, and unassigned characters,
 * because whether a character is assigned depends on the Unicode version of the runtime.
 */
const unfit = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|(?![\u200c\u200d])\p{Cf}/u;

/** Control characters, line breaks, byte order marks and private use: they stand between words. */
const between = /[\p{Cc}\p{Zl}\p{Zp}\p{Co}\ufeff]+/gu;

const invisible = new RegExp(unfit.source, "gu");

/** Whether a text fits on one line and shows all that it contains. Check its length first. */
export const isPlainText = (text: string): boolean => !unfit.test(text);

/**
 * The cell of a file as plain text: control characters and line breaks become spaces, and invisible characters are
 * removed, so that a name still matches. No row is refused because of them.
 */
export const plainCell = (text: string): string =>
  isPlainText(text) ? text : storableText(text).replace(between, " ").replace(invisible, "").trim();
