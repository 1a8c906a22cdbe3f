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

const maxSearched = 8_000;

/** Explains the length of a string if it differs from the number of characters that people count. */
export const unitOf = (text: string): string =>
  /[\p{M}\u{10000}-\u{10FFFF}]/u.test(text.slice(0, maxSearched))
    ? " (UTF-16 code units: most emoji count as 2 or more)"
    : "";

/**
 * Cleans a cell of a file, so that its row is not rejected.
 * Replaces control characters and line breaks with spaces. Removes invisible characters so that names still match.
 */
export const plainCell = (text: string): string =>
  isPlainText(text) ? text : storableText(text).replace(between, " ").replace(invisible, "").trim();

/** Removes NUL characters and replaces lone surrogates, because databases reject them. */
const storableText = (text: string): string =>
  text.isWellFormed() && !text.includes("\0") ? text : text.replaceAll("\0", "").toWellFormed();

/** Returns the last part of a file path, with `/` or `\\` as separators. */
export const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? "";

/** Replaces control characters and lone surrogates, and truncates the string to `maxLength` characters. */
export const shortenedText = (text: string, maxLength: number): string =>
  [...text.replace(/\p{Cc}/gu, " ").replace(/\p{Cs}/gu, "\ufffd")].slice(0, maxLength).join("");

const maxFileName = 200;

/** Returns a file name for storage: without folders and control characters, and at most 200 characters long. */
export const storedFileName = (path: string): string => shortenedText(baseName(path), maxFileName);

const maxWordLength = 60;

/** Returns the known word that is most similar to a misspelled word. Returns `undefined` if no word is similar. */
export function nearestOf(written: string, known: readonly string[]): string | undefined {
  if (written.length > maxWordLength) return undefined;
  const wanted = folded(written);
  const near = known.flatMap((word) => {
    const maxDistance = Math.max(1, Math.floor(word.length / 4));
    if (Math.abs(folded(word).length - wanted.length) > maxDistance) return [];
    const edits = editsBetween(wanted, folded(word));
    return edits <= maxDistance ? [{ word, edits }] : [];
  });
  return near.sort((a, b) => a.edits - b.edits)[0]?.word;
}

/**
 * Returns the known key that a sender probably meant by an unknown key: the most similar key, or else the only key that
 * contains the unknown key as a word, as `phone_number` contains `phone`.
 */
export function meantKey(written: string, known: readonly string[]): string | undefined {
  const nearest = nearestOf(written, known);
  if (nearest !== undefined || written.length > maxWordLength) return nearest;
  const [only, ...others] = known.filter((key) => `_${key}_`.includes(`_${written.toLowerCase()}_`));
  return others.length === 0 ? only : undefined;
}

/** Removes differences in case, spaces, underscores and hyphens. */
const folded = (word: string): string => word.toLowerCase().replace(/[\s_-]/g, "");

/** Returns the edit distance with transpositions between two words (optimal string alignment). */
function editsBetween(one: string, other: string): number {
  let rows = [[], Array.from({ length: other.length + 1 }, (_, index) => index)] as [number[], number[]];
  for (let i = 1; i <= one.length; i++) {
    const [beforeLast, last] = rows;
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = edits(last, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swapped =
        one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] ? edits(beforeLast, j - 2) + 1 : Infinity;
      row.push(Math.min(edits(last, j) + 1, edits(row, j - 1) + 1, changed, swapped));
    }
    rows = [last, row];
  }
  return edits(rows[1], other.length);
}

const edits = (row: readonly number[], index: number): number => row[index] ?? Infinity;
