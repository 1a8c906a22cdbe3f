import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { Brand } from "./brand.js";

/** A telephone number in E.164, such as `+18015550142`. */
export type Phone = Brand<string, "Phone">;

const longestText = 250;

const withheldWords = /anonymous|restricted|blocked|unknown|unavailable|private/i;

// The words anonymous, restricted, blocked, unknown and unavailable typed on a keypad: exchanges send them as numbers.
const withheldNumbers = new Set(["+266696687", "+7378742833", "+2562533", "+8656696", "+86282452253"]);

// The library knows extensions too, but refuses long ones; without them the digits behind an exit code can be counted.
const extension = /(\d[\s().,;:-]*)(?:x|ext|#)\D*\d.*$/is;

const exitCode = /^[^\d+]*(?:011|00)\D*(?=[1-9](?:\D*\d){7})/;

const startsWithZero = /^[^\d+]*0/;

// The library judges `+1` numbers by their length only.
const northAmerican = /^\+1(?!(\d)\1{9})[2-9](?!11)[0-8]\d[2-9](?!11)\d{6}$/;

// Most numbers are written like this; the library takes a hundred times as long to read them.
const usual = /^(?:\+?1[-. ]?)?(?:\((\d{3})\)|(\d{3}))[-. ]?(\d{3})[-. ]?(\d{4})$/;

/** The number in E.164, read as dialled in the US; `null` for a withheld or impossible one. */
export function parsePhone(text: string): Phone | null {
  if (text === "" || text.length > longestText) return null;
  const parts = usual.exec(text);
  if (parts) return usualPhone(`+1${parts[1] ?? parts[2]}${parts[3]}${parts[4]}`);
  const plain = text.normalize("NFKC");
  // One character may stand for many.
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
  // Surplus zeros behind a country code (`+49 00…`) read differently each time: no number has them.
  return possibleNumber(number) === number;
}

/** The number in E.164 where it is usable, else as it was written: how numbers are published. */
export const usualNumber = (text: string): string => parsePhone(text) ?? text;
