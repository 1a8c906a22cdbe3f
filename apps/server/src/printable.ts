/**
 * Matches characters that drive a terminal or reorder text: control characters, and bidirectional marks, overrides and
 * isolates.
 */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const unsafeInLines = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const unsafeInJson = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Replaces unsafe characters with spaces. Names from files and partners may contain control sequences for terminals. */
export const printable = (text: string): string => text.replace(unsafe, " ");

/** Replaces unsafe characters with spaces, but keeps line feeds. */
export const printableLines = (text: string): string => text.replace(unsafeInLines, " ");

/** Renders JSON on one line and escapes unsafe characters. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    unsafeInJson,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
