import { base62, numberOf, numberOfBase62 } from "../kernel/base62.js";
import { crc32 } from "../kernel/crc32.js";
import type { TokenKind } from "../kernel/principal.js";
import { tokenKinds } from "../kernel/principal.js";

/*
 * A token reads `rpa_` + 43 characters of 256 random bits + 6 characters of their CRC-32, all base62: garbage is
 * refused without a look-up, and secret scanners can tell a leaked token from a word.
 */
const prefixes: Readonly<Record<TokenKind, string>> = {
  "account-key": "rpk_",
  "api-token": "rpa_",
  "web-forms": "rpf_",
};

const shape = /^rp[kaf]_[0-9A-Za-z]{49}$/;

/** How many random bytes a token is made of. */
export const tokenBytes = 32;

/** The token of `kind` that 32 random bytes make. */
export function tokenText(kind: TokenKind, random: Uint8Array): string {
  const body = prefixes[kind] + base62(numberOf(random), 43);
  return body + base62(BigInt(crc32(body)), 6);
}

/** The kind of token that `text` begins like, whether or not it is one. */
export const tokenKindOf = (text: string): TokenKind | undefined =>
  tokenKinds.find((kind) => text.startsWith(prefixes[kind]));

/** Whether `text` can be a token at all: its form and its check digits. */
export function isTokenText(text: string): boolean {
  return shape.test(text) && numberOfBase62(text.slice(-6)) === crc32(text.slice(0, -6));
}
