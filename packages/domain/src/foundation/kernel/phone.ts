import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { Brand } from "./brand.js";

/** Telephone number in E.164 format, such as `+18015550142`. */
export type Phone = Brand<string, "Phone">;

const maxTextLength = 250;

const withheldWords = /anonymous|restricted|blocked|unknown|unavailable|private/i;

// Numbers that phone systems report if a caller withholds their number.
// On a keypad, they spell anonymous, restricted, blocked, unknown and unavailable.
const withheldNumbers = new Set(["+266696687", "+7378742833", "+2562533", "+8656696", "+86282452253"]);

// Extensions are removed before parsing, because the library rejects long extensions.
const extension = /(\d[\s().,;:-]*)(?:x|ext|#)\D*\d.*$/is;

const exitCode = /^[^\d+]*(?:011|00)\D*(?=[1-9](?:\D*\d){7})/;

const startsWithZero = /^[^\d+]*0/;

// Matches valid `+1` numbers. The library checks only their length.
const northAmerican = /^\+1(?!(\d)\1{9})[2-9](?!11)[0-8]\d[2-9](?!11)\d{6}$/;

// Most common formats of US numbers. Matching them is a hundred times faster than parsing with the library.
const usual = /^(?:\+?1[-. ]?)?(?:\((\d{3})\)|(\d{3}))[-. ]?(\d{3})[-. ]?(\d{4})$/;

/** Parses a phone number as dialed in the US. Returns E.164, or `null` for withheld and impossible numbers. */
export function parsePhone(text: string): Phone | null {
  if (text === "" || text.length > maxTextLength) return null;
  const parts = usual.exec(text);
  if (parts) return usualPhone(`+1${parts[1] ?? parts[2]}${parts[3]}${parts[4]}`);
  const plain = text.normalize("NFKC");
  // NFKC may convert one character to many characters.
  if (plain.length > maxTextLength) return null;
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
  // Reject extra zeros after a country code (`+49 00…`). The library parses such numbers differently each time.
  return possibleNumber(number) === number;
}

/** Returns a phone number in E.164 format, or unchanged if it is unusable. Published numbers have this format. */
export const usualNumber = (text: string): string => parsePhone(text) ?? text;
