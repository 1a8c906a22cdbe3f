/** Removes NUL characters and replaces lone surrogates, because databases reject them. */
export const storableText = (text: string): string =>
  text.isWellFormed() && !text.includes("\0") ? text : text.replaceAll("\0", "").toWellFormed();
