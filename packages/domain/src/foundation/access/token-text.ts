import { base62, numberOf, numberOfBase62 } from "../kernel/base62.js";
import { crc32 } from "../kernel/crc32.js";
import { type TokenKind, tokenKinds } from "../kernel/principal.js";

/*
 * A token consists of a prefix such as `rpa_`, 43 characters of 256 random bits and 6 characters of CRC-32, all base62.
 * The checksum allows rejecting invalid tokens without a lookup. Secret scanners can detect the format.
 */
const prefixes: Readonly<Record<TokenKind, string>> = {
  "account-key": "rpk_",
  "api-token": "rpa_",
  "web-forms": "rpf_",
};

const shape = /^rp[kaf]_[0-9A-Za-z]{49}$/;

/** Number of random bytes in a token. */
export const tokenBytes = 32;

/** Creates a token of the given kind from 32 random bytes. */
export function tokenText(kind: TokenKind, random: Uint8Array): string {
  const body = prefixes[kind] + base62(numberOf(random), 43);
  return body + base62(BigInt(crc32(body)), 6);
}

/** Returns the kind of token that the prefix of a string indicates. The rest of the string is not checked. */
export const tokenKindOf = (text: string): TokenKind | undefined =>
  tokenKinds.find((kind) => text.startsWith(prefixes[kind]));

/** True if a string has the form and the checksum of a token. */
export function isTokenText(text: string): boolean {
  return shape.test(text) && numberOfBase62(text.slice(-6)) === crc32(text.slice(0, -6));
}
