const lineBreak = /\r\n?|[\u0085\u2028\u2029]/g;
const extraLines = /\n(?:[^\S\n]*\n){2,}/g;
const extraMarks = /(\p{M}{4})\p{M}+/gu;
const reordering = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Cleans a string for display on another website. Keeps at most one consecutive empty line, and four combining marks
 * per letter (as Hebrew cantillation needs). Removes characters that change the direction of the text around them.
 */
export const shownText = (text: string): string =>
  text.replace(reordering, "").replace(lineBreak, "\n").replace(extraLines, "\n\n").replace(extraMarks, "$1");
