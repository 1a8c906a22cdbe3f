/**
 * Name of a person, normalized for comparison: lowercase, without accents, titles or suffixes.
 * The first or the last name may be empty.
 */
export type PersonName = { readonly first: string; readonly last: string };

const titles = new Set(["mr", "mrs", "ms", "miss", "dr"]);
const suffixes = new Set(["jr", "sr", "ii", "iii", "iv", "md", "do"]);
const particles = new Set(["van", "von", "de", "der", "den", "la", "le", "del", "di", "da", "st"]);

/** True if a word is a name suffix, such as `Jr.` or `M.D.`. */
export const isSuffix = (word: string): boolean => suffixes.has(word.toLowerCase().replaceAll(".", ""));

const maxNameLength = 500;

/**
 * Normalizes a name for comparison. Expects `Last, First` if there is a comma, otherwise `First Last`.
 * Returns an empty name for more than 500 characters.
 */
export function personName(text: string): PersonName {
  if (text.length > maxNameLength) return { first: "", last: "" };
  const [last = [], ...first] = withoutTitles(plainText(text).split(",").map(wordsOf));
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
const isPlain = (text: string): boolean => /^[a-z\d ,]*$/i.test(text);

function plainText(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
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
