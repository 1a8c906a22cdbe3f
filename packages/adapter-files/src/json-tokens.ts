/**
 * A JSON token from `start` to `end`.
 * A `broken` token is invalid at `start`, and `expected` describes a valid token.
 */
export type JsonToken =
  | { readonly kind: Punctuation | "text" | "word"; readonly start: number; readonly end: number }
  | { readonly kind: "none"; readonly start: number }
  | { readonly kind: "broken"; readonly start: number; readonly expected: string };

const space = /[ \t\r\n]*/y;
const word = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escaped = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/**
 * Returns the token after a position, skipping white space.
 * Returns `none` at the end, and for characters that begin no token.
 */
export function jsonTokenAt(text: string, place: number): JsonToken {
  const start = endOf(space, text, place);
  const character = text[start];
  if (character === '"') return textFrom(text, start);
  if (isPunctuation(character)) return { kind: character, start, end: start + 1 };
  const end = endOf(word, text, start);
  return end > start ? { kind: "word", start, end } : { kind: "none", start };
}

type Punctuation = "{" | "}" | "[" | "]" | "," | ":";

const isPunctuation = (character: string | undefined): character is Punctuation =>
  character !== undefined && "{}[],:".includes(character);

function textFrom(text: string, start: number): JsonToken {
  let at = start + 1;
  for (; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') return { kind: "text", start, end: at + 1 };
    if (character < " ") return { kind: "broken", start: at, expected: "an escape sequence such as \\n" };
    if (character !== "\\") continue;
    const end = endOf(escaped, text, at);
    if (end === at) return { kind: "broken", start: at, expected: "a valid JSON escape sequence" };
    at = end - 1;
  }
  return { kind: "broken", start: at, expected: "a closing quote" };
}

function endOf(shape: RegExp, text: string, start: number): number {
  shape.lastIndex = start;
  return shape.test(text) ? shape.lastIndex : start;
}
