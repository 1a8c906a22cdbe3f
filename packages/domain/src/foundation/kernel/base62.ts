const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Formats a number in base 62 as a string of exactly `length` digits, padded with zeros. */
export function base62(number: bigint, length: number): string {
  let text = "";
  for (let rest = number; text.length < length; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text;
  return text;
}

/** Parses a base-62 string. Exact up to nine digits. */
export const numberOfBase62 = (text: string): number =>
  [...text].reduce((number, digit) => number * 62 + digits.indexOf(digit), 0);

/** Returns the big-endian unsigned integer that the bytes encode. */
export const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
