const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A number in base 62, to so many digits. */
export function base62(number: bigint, length: number): string {
  let text = "";
  for (let rest = number; text.length < length; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text;
  return text;
}

/** The number that so few digits of base 62 are that it is exact: at most nine. */
export const numberOfBase62 = (text: string): number =>
  [...text].reduce((number, digit) => number * 62 + digits.indexOf(digit), 0);

/** The number that bytes are, the first one counting most. */
export const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
