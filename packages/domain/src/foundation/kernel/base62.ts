const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Formats a number in base 62. The string has exactly `length` digits and is padded with zeros. */
export function base62(number: bigint, length: number): string {
  let text = "";
  for (let rest = number; text.length < length; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text;
  return text;
}

/** Parses a base-62 string of up to nine digits. Longer strings lose precision. */
export const numberOfBase62 = (text: string): number =>
  [...text].reduce((number, digit) => number * 62 + digits.indexOf(digit), 0);

/** Converts big-endian bytes to an unsigned integer. */
export const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
