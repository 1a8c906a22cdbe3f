import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { Brand } from "./ids.js";

/** Telephone number in E.164 format, such as `+18015550142`. */
export type Phone = Brand<string, "Phone">;

const maxPhoneLength = 250;

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
const usualFormat = /^(?:\+?1[-. ]?)?(?:\((\d{3})\)|(\d{3}))[-. ]?(\d{3})[-. ]?(\d{4})$/;

/** Parses a phone number as dialed in the US. Returns E.164, or `null` for withheld and impossible numbers. */
export function parsePhone(text: string): Phone | null {
  if (text === "" || text.length > maxPhoneLength) return null;
  const parts = usualFormat.exec(text);
  if (parts) return usualPhone(`+1${parts[1] ?? parts[2]}${parts[3]}${parts[4]}`);
  const plain = text.normalize("NFKC");
  // NFKC may convert one character to many characters.
  if (plain.length > maxPhoneLength) return null;
  const dialled = plain.replace(extension, "$1").replace(exitCode, "+");
  if (withheldWords.test(plain) || startsWithZero.test(dialled)) return null;
  const number = possibleNumber(dialled);
  return number !== null && isUsableNumber(number) ? (number as Phone) : null;
}

/** Returns a phone number in E.164 format, or unchanged if it is unusable. Published numbers have this format. */
export const usualNumber = (text: string): string => parsePhone(text) ?? text;

const usualPhone = (number: string): Phone | null =>
  northAmerican.test(number) && !withheldNumbers.has(number) ? (number as Phone) : null;

function possibleNumber(dialled: string): string | null {
  const parsed = parsePhoneNumberFromString(dialled, "US");
  return parsed?.isPossible() ? parsed.number : null;
}

function isUsableNumber(number: string): boolean {
  if (withheldNumbers.has(number)) return false;
  if (number.startsWith("+1")) return northAmerican.test(number);
  // Reject extra zeros after a country code (`+49 00…`). The library parses such numbers differently each time.
  return possibleNumber(number) === number;
}

/** Email address in lowercase that is not a placeholder. */
export type EmailAddress = Brand<string, "EmailAddress">;

const maxAddressLength = 320;
const maxEmailLength = 500;

const wellFormedAddress = /^[^\s\p{C}@"(),:;<>[\]\\]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+$/u;

// Local parts that are placeholders with any provider, without punctuation.
const placeholder = new RegExp(
  "^(?:no|x{3,}\\d*|decline.*|refused.*|(?:none|na|noemail|refuse|unknown|test|noreply|donotreply|optout|notprovided|" +
    "notgiven|notavailable|notapplicable|noneprovided|nonegiven|patient)\\d*)$",
  "u",
);

// Beginnings of local parts that are placeholders with a large provider. Elsewhere, they may be real mailboxes.
const freeWords = /^(?:noemail|(?:i|pt|patient)?(?:dont|donot|doesnt|doesnot)(?:have|use|know|want)|nomail\d*$)/;

// Large providers whose mailboxes have letters in their names. Mailboxes of others, such as qq.com, may be numbers.
const largeProviders = new Set([
  ...["gmail.com", "googlemail.com", "yahoo.com", "ymail.com", "rocketmail.com", "hotmail.com", "outlook.com"],
  ...["live.com", "msn.com", "aol.com", "icloud.com", "me.com", "mac.com", "comcast.net", "att.net"],
  ...["sbcglobal.net", "bellsouth.net", "verizon.net", "cox.net", "charter.net"],
]);

/** Parses an email address and converts it to lowercase. Returns `null` for malformed addresses and placeholders. */
export function parseEmail(text: string): EmailAddress | null {
  const address = lowerCaseAddress(text);
  return address === null || isPlaceholder(address) ? null : (address as EmailAddress);
}

/** True for a well-formed email address, even if it is a placeholder. */
export const isEmailAddress = (text: string): boolean => lowerCaseAddress(text) !== null;

/** True for a well-formed email address that is a placeholder, such as `noemail@example.com`. */
export function isPlaceholderEmail(text: string): boolean {
  const address = lowerCaseAddress(text);
  return address !== null && isPlaceholder(address);
}

function isPlaceholder(address: string): boolean {
  const at = address.indexOf("@");
  const word = address.slice(0, at).replace(/[\p{P}\p{S}]/gu, "");
  if (placeholder.test(word)) return true;
  return largeProviders.has(address.slice(at + 1)) && (/^\d*$/.test(word) || freeWords.test(word));
}

function lowerCaseAddress(text: string): string | null {
  if (text.length > maxEmailLength) return null;
  const address = text.trim().toLowerCase();
  return address.length <= maxAddressLength && wellFormedAddress.test(address) ? address : null;
}

/** Converts a domain to its ASCII form, such as `xn--bcher-kva.example`. Returns it unchanged if that is impossible. */
export function asciiDomain(domain: string): string {
  const url = `http://${domain}`;
  return /[^ -~]/.test(domain) && URL.canParse(url) ? new URL(url).origin.slice("http://".length) : domain;
}

/** Checks quickly whether a cell can contain a phone number or an email address. Avoids slow parsing of most cells. */
export function mayBeContact(text: string): boolean {
  if (text.length > 320) return false;
  return text.includes("@") || text.replace(/\D/g, "").length >= 7;
}

/** Parses a phone number or an email address. Returns `null` for any other string. */
export const contactOf = (text: string): string | null => (text.includes("@") ? parseEmail(text) : parsePhone(text));

/**
 * Name of a person, normalized for comparison: lowercase, without accents, titles or suffixes.
 * The first or the last name may be empty.
 */
export type PersonName = { readonly first: string; readonly last: string };

const titles = new Set(["mr", "mrs", "ms", "miss", "dr"]);
const suffixes = new Set(["jr", "sr", "ii", "iii", "iv", "md", "do"]);
const particles = new Set(["van", "von", "de", "der", "den", "la", "le", "del", "di", "da", "st"]);

/** True if a word is a name suffix, such as `Jr.` or `M.D.`. */
const isSuffix = (word: string): boolean => suffixes.has(word.toLowerCase().replaceAll(".", ""));

const maxNameLength = 500;

/**
 * Normalizes a name for comparison. Expects `Last, First` if there is a comma, otherwise `First Last`.
 * Returns an empty name for more than 500 characters.
 */
export function personName(text: string): PersonName {
  if (text.length > maxNameLength) return { first: "", last: "" };
  const [last = [], ...first] = withoutTitles(plainName(text).split(",").map(wordsOf));
  return first.length === 0 ? splitBeforeLastName(last) : { first: first.flat().join(" "), last: last.join("") };
}

/**
 * True if two names may belong to the same person.
 * The last names must be equal, and one first name must begin with the other.
 */
export function namesAgree(a: PersonName, b: PersonName): boolean {
  // Two empty last names do not indicate the same person.
  if (a.last === "" || a.last !== b.last) return false;
  return a.first.startsWith(b.first) || b.first.startsWith(a.first);
}

/**
 * True for a name of ASCII letters, digits, spaces and commas. Such names are common and need no slow normalization.
 */
const isPlainName = (text: string): boolean => /^[a-z\d ,]*$/i.test(text);

function plainName(text: string): string {
  if (isPlainName(text)) return text.toLowerCase();
  return text
    .replace(/´/g, "'") // NFKD would convert this accent character to a space
    .replace(/\p{M}/gu, "") // NFKD takes quadratic time to reorder long sequences of marks
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\b(mrs?|ms|miss|dr)\./g, "$1 ") // separates the title in a name such as `Dr.Streich`
    .replace(/[.'`‘’ʼ′\u00ad\u2212\p{Pd}]/gu, "");
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

/** Removes titles and suffixes in any position. Keeps a suffix if no other word remains (`Miss Do`). */
function withoutTitles(parts: readonly string[][]): string[][] {
  const untitled = without(titles, parts);
  const bare = without(suffixes, untitled);
  return bare.length === 0 ? [untitled.flat().slice(0, 1)] : bare;
}

const without = (unwanted: ReadonlySet<string>, parts: readonly string[][]): string[][] =>
  parts.map((words) => words.filter((word) => !unwanted.has(word))).filter((words) => words.length > 0);

function splitBeforeLastName(words: readonly string[]): PersonName {
  let start = Math.max(words.length - 1, 0);
  while (particles.has(words[start - 1] ?? "")) start -= 1;
  return { first: words.slice(0, start).join(" "), last: words.slice(start).join("") };
}

const placeholderNames = new Set([
  "test",
  "zztest",
  "unknown",
  "patient",
  "baby",
  "babyboy",
  "babygirl",
  "none",
  "na",
  "xxx",
]);

/** Normalizes a first name: lowercase, without titles, suffixes or accents. The column must contain only first names. */
export function givenName(text: string): string {
  const { first, last } = personName(text);
  return `${first} ${last}`.trim();
}

/** True if an invite can address a patient by this first name. Rejects single letters, digits and placeholders. */
export function isUsableFirstName(name: string): boolean {
  const letters = name.replace(/[^\p{L}\p{N}]/gu, "");
  return letters.length > 1 && !/\d/.test(letters) && !placeholderNames.has(letters);
}

/**
 * Returns the first word of the first name as written, or an empty string.
 * In `Last, First`, the first name is after the comma.
 * In Chinese, Japanese and Korean, the first name is after the family name.
 */
export function firstNameShown(name: string): string {
  const [before = "", ...behind] = name.split(",").map((part) => part.trim());
  const first = behind.find((part) => !isSuffix(part));
  return firstWord(behind.every(isSuffix) ? before : (first ?? ""));
}

function firstWord(text: string): string {
  const words = text.split(/\s+/);
  const [first = ""] = words;
  const [firstName = "", ...others] = first.split(/[\u00b7\u30fb]/);
  if (!isEastAsian(firstName)) return first;
  // A middle dot separates the words of a foreign name, where the given name comes first.
  if (others.length > 0) return firstName;
  return words.length > 1 && words.every(isEastAsian) ? (words.at(-1) ?? "") : eastAsianGivenName(first);
}

const eastAsian = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー々]+$/u;
const hangul = /^\p{Script=Hangul}+$/u;
const han = /^[\p{Script=Han}々]+$/u;
const leadingHan = /^[\p{Script=Han}々]+/u;

/** Family names of two characters, in Korean, simplified Chinese and traditional Chinese. */
const longFamilyNames = new Set(
  (
    "남궁 황보 제갈 선우 독고 사공 서문 동방 欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 " +
    "慕容 令狐 司徒 夏侯 宇文 长孙 長孫 端木"
  ).split(" "),
);

/** Maximum length of a name in kana that can be one name. Longer names without a space can be full names. */
const maxKana = 3;

/** True if a word is written only in Chinese, Japanese or Korean characters. */
const isEastAsian = (word: string): boolean => eastAsian.test(word);

/**
 * Returns the given name of a name without spaces in Chinese, Japanese or Korean, where the family name comes first.
 * Returns an empty string if the name can be a full name that cannot be split.
 */
function eastAsianGivenName(word: string): string {
  const letters = [...word.normalize("NFC")];
  if (letters.length === 1) return word;
  if (hangul.test(word)) return letters.slice(familyLength(letters, Infinity)).join("");
  if (han.test(word)) return letters.slice(familyLength(letters, 4)).join("");
  const family = leadingHan.exec(word)?.[0] ?? "";
  if (family === "") return letters.length <= maxKana ? word : "";
  return word.slice(family.length);
}

/** Returns the number of characters of the family name. Names of at least `minLong` characters have two. */
const familyLength = (letters: readonly string[], minLong: number): number =>
  letters.length > 2 && (letters.length >= minLong || longFamilyNames.has(letters.slice(0, 2).join(""))) ? 2 : 1;
