const lineBreak = /\r\n?|[\u0085\u2028\u2029]/g;
const extraLines = /\n(?:[^\S\n]*\n){2,}/g;
const extraMarks = /(\p{M}{4})\p{M}+/gu;
const reordering = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Makes a text fit for a page of another site: at most one empty line in a row, at most four combining marks on a letter (Hebrew
 * with cantillation needs that many), and no characters that reorder the text around them.
 */
export const shownText = (text: string): string =>
  text.replace(reordering, "").replace(lineBreak, "\n").replace(extraLines, "\n\n").replace(extraMarks, "$1");
