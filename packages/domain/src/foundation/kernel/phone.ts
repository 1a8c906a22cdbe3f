import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { Brand } from "./brand.js";

/** Telephone number in E.164 format, such as `+18015550142`. */
export type Phone = Brand<string, "Phone">;

const longestText = 250;

const withheldWords = /anonymous|restricted|blocked|unknown|unavailable|private/i;

// Telephone exchanges send these words, typed on a keypad, for withheld callers: anonymous, restricted, blocked,
// unknown and unavailable.
const withheldNumbers = new Set(["+266696687", "+7378742833", "+2562533", "+8656696", "+86282452253"]);

// Removes extensions before parsing: the library rejects long ones, and `exitCode` counts the remaining digits.
const extension = /(\d[\s().,;:-]*)(?:x|ext|#)\D*\d.*$/is;

const exitCode = /^[^\d+]*(?:011|00)\D*(?=[1-9](?:\D*\d){7})/;

const startsWithZero = /^[^\d+]*0/;

// The library checks only the length of `+1` numbers.
const northAmerican = /^\+1(?!(\d)\1{9})[2-9](?!11)[0-8]\d[2-9](?!11)\d{6}$/;

// Fast path for the most common formats. The library takes a hundred times as long.
const usual = /^(?:\+?1[-. ]?)?(?:\((\d{3})\)|(\d{3}))[-. ]?(\d{3})[-. ]?(\d{4})$/;

/** Parses a phone number as dialed in the US, to E.164. Returns `null` for withheld and impossible numbers. */
export function parsePhone(text: string): Phone | null {
  if (text === "" || text.length > longestText) return null;
  const parts = usual.exec(text);
  if (parts) return usualPhone(`+1${parts[1] ?? parts[2]}${parts[3]}${parts[4]}`);
  const plain = text.normalize("NFKC");
  // NFKC may expand one character to many.
  if (plain.length > longestText) return null;
  const dialled = plain.replace(extension, "$1").replace(exitCode, "+");
  if (withheldWords.test(plain) || startsWithZero.test(dialled)) return null;
  const number = possibleNumber(dialled);
  return number !== null && isUsable(number) ? (number as Phone) : null;
}

const usualPhone = (number: string): Phone | null =>
  northAmerican.test(number) && !withheldNumbers.has(number) ? (number as Phone) : null;

function possibleNumber(dialled: string): string | null {
  const parsed = parsePhoneNumberFromString(dialled, "US");
  return parsed?.isPossible() ? parsed.number : null;
}

function isUsable(number: string): boolean {
  if (withheldNumbers.has(number)) return false;
  if (number.startsWith("+1")) return northAmerican.test(number);
  // Rejects extra zeros after a country code (`+49 00…`), because the library parses them differently each time.
  return possibleNumber(number) === number;
}

/** Returns the number in E.164 if it is usable, otherwise unchanged. Published numbers use this format. */
export const usualNumber = (text: string): string => parsePhone(text) ?? text;
