/** Cryptographic functions for credentials: secure random bytes and one-way hashes. */
export interface Secrets {
  /** Returns cryptographically secure random bytes. */
  randomBytes(count: number): Uint8Array;
  /** Returns the SHA-256 hash of a string in UTF-8, as lowercase hexadecimal digits. */
  sha256(text: string): string;
  /** Returns the 32-byte HMAC-SHA-256 (RFC 2104) of a string in UTF-8. */
  hmacSha256(key: Uint8Array, text: string): Uint8Array;
}

const base62Digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Formats a number in base 62. The string has exactly `length` digits and is padded with zeros. */
export function base62(number: bigint, length: number): string {
  let text = "";
  for (let rest = number; text.length < length; rest /= 62n) text = base62Digits.charAt(Number(rest % 62n)) + text;
  return text;
}

/** Parses a base-62 string of up to nine digits. Longer strings lose precision. */
export const numberOfBase62 = (text: string): number =>
  [...text].reduce((number, digit) => number * 62 + base62Digits.indexOf(digit), 0);

/** Converts big-endian bytes to an unsigned integer. */
export const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const noValue = -1;
const base64Values = new Int8Array(128).fill(noValue);
for (let value = 0; value < base64Digits.length; value++) base64Values[base64Digits.charCodeAt(value)] = value;

const canonicalBase64url = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$/;

/** Encodes bytes as canonical base64url. */
export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** True if a string is canonical base64url. Does not decode the string. */
export const isBase64url = (text: string): boolean => canonicalBase64url.test(text);

/** Decodes canonical base64url. Returns `undefined` for padding, other characters or nonzero trailing bits. */
export function parseBase64url(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array((text.length * 3) >> 2);
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let index = 0; index < text.length; index++) {
    const value = base64Values[text.charCodeAt(index)] ?? noValue;
    if (value === noValue) return undefined;
    held = (held << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = held >> bits;
    held &= (1 << bits) - 1;
  }
  return held === 0 ? bytes : undefined;
}

const encoder = new TextEncoder();

/** Number of bytes that one step of the checksum reads. */
const stride = 8;

/** Eight tables. Table `n`, from 0 to 7, contains the CRC-32 of each byte followed by `n` zero bytes. */
const crcTables = new Uint32Array(stride * 256);
for (let byte = 0; byte < 256; byte++) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  crcTables[byte] = crc;
}
for (let index = 256; index < crcTables.length; index++) {
  const before = crcTables[index - 256] as number;
  crcTables[index] = (before >>> 8) ^ (crcTables[before & 0xff] as number);
}

/** Returns the CRC-32 (ISO 3309, as in zip and PNG) of a string in UTF-8. Detects accidental changes only. */
export const crc32 = (text: string): number => crc32After(0, encoder.encode(text));

/**
 * Continues a CRC-32 with more bytes. `before` is the CRC-32 of the preceding bytes, or 0 if there are none.
 *
 * Reads eight bytes at a time ("slicing-by-8"), which is four times as fast as byte by byte.
 */
export function crc32After(before: number, bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let crc = ~before;
  let index = 0;
  for (; index + stride <= bytes.length; index += stride) {
    crc = ofFour(4, crc ^ view.getUint32(index, true)) ^ ofFour(0, view.getUint32(index + 4, true));
  }
  for (; index < bytes.length; index++) crc = (crc >>> 8) ^ ofByte(0, crc ^ (bytes[index] as number));
  return ~crc >>> 0;
}

/** Returns the CRC-32 of four bytes, lowest byte first, followed by a number of zero bytes. */
const ofFour = (zeros: number, word: number): number =>
  ofByte(zeros + 3, word) ^ ofByte(zeros + 2, word >>> 8) ^ ofByte(zeros + 1, word >>> 16) ^ ofByte(zeros, word >>> 24);

const ofByte = (zeros: number, byte: number): number => crcTables[zeros * 256 + (byte & 0xff)] as number;
