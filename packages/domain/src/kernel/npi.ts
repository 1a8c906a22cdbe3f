import type { Brand } from "./brand.js";

/** A National Provider Identifier: ten digits with a valid check digit. */
export type Npi = Brand<string, "Npi">;

// What the issuer prefix 80840, which is not written down, adds to the Luhn sum.
const prefixSum = 24;

/** The NPI without outer spaces; `null` when it is not ten digits or its check digit is wrong. */
export function parseNpi(text: string): Npi | null {
  const npi = text.trim();
  return /^[12]\d{9}$/.test(npi) && (prefixSum + luhnSum(npi)) % 10 === 0 ? (npi as Npi) : null;
}

const luhnSum = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, index) => sum + luhnValue(Number(digit), index), 0);

/** Every second digit from the right counts double, as the sum of the digits of its double. */
function luhnValue(digit: number, index: number): number {
  if (index % 2 === 0) return digit;
  return digit < 5 ? 2 * digit : 2 * digit - 9;
}
