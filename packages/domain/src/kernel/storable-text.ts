/** The text as databases take it: without NUL, and without halves of characters. */
export const storableText = (text: string): string =>
  text.isWellFormed() && !text.includes("\0") ? text : text.replaceAll("\0", "").toWellFormed();
