/** Removes NUL characters and replaces lone surrogates, which databases reject. */
export const storableText = (text: string): string =>
  text.isWellFormed() && !text.includes("\0") ? text : text.replaceAll("\0", "").toWellFormed();
