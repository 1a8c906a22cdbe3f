import * as fc from "fast-check";

const ascii = 0x7f;
const [firstSurrogate, surrogates, greatest] = [0xd800, 0x800, 0x10_ffff];

/**
 * Generates any Unicode character, with printable ASCII characters first.
 * Replaces `unit: "binary"` of fast-check, which takes most of a second per test file to list a million characters.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: greatest - surrogates })
  .map((index) => String.fromCodePoint(codePointAt(index)), indexOf);

function codePointAt(index: number): number {
  if (index < ascii) return (index + 0x20) % ascii;
  return index < firstSurrogate ? index : index + surrogates;
}

/** Returns the index of a character. fast-check needs the index to shrink examples. */
function indexOf(character: unknown): number {
  const codePoint = typeof character === "string" ? (character.codePointAt(0) ?? -1) : -1;
  const index = codePoint < firstSurrogate ? codePoint : codePoint - surrogates;
  const found = codePoint < ascii ? (codePoint + ascii - 0x20) % ascii : index;
  if (codePoint < 0 || String.fromCodePoint(codePointAt(found)) !== character) throw new Error("not one character");
  return found;
}
