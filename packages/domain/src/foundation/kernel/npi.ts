import type { Brand } from "./brand.js";

/** A National Provider Identifier: ten digits with a valid check digit. */
export type Npi = Brand<string, "Npi">;

// Contribution of the implicit issuer prefix 80840 to the Luhn sum of an NPI.
const prefixSum = 24;

/** Parses an NPI and ignores surrounding spaces. Returns `null` unless it has ten digits and a valid check digit. */
export function parseNpi(text: string): Npi | null {
  const npi = text.trim();
  return /^[12]\d{9}$/.test(npi) && (prefixSum + luhnSum(npi)) % 10 === 0 ? (npi as Npi) : null;
}

const luhnSum = (digits: string): number =>
  [...digits].reverse().reduce((sum, digit, index) => sum + luhnValue(Number(digit), index), 0);

/** Returns a digit's contribution to the Luhn sum. Every second digit from the right is doubled. */
function luhnValue(digit: number, index: number): number {
  if (index % 2 === 0) return digit;
  return digit < 5 ? 2 * digit : 2 * digit - 9;
}
