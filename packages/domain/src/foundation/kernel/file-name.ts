/** Returns the last part of a file path, with `/` or `\\` as separators. */
export const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? "";

/** Replaces control characters and lone surrogates, and truncates the string to `maxLength` characters. */
export const shortenedText = (text: string, maxLength: number): string =>
  [...text.replace(/\p{Cc}/gu, " ").replace(/\p{Cs}/gu, "\ufffd")].slice(0, maxLength).join("");

const maxFileName = 200;

/** Returns a file name for storage: without folders and control characters, and at most 200 characters long. */
export const storedFileName = (path: string): string => shortenedText(baseName(path), maxFileName);
