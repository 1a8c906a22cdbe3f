/** A name reduced for comparison: lower case, without accents, titles or suffixes; either part may be empty. */
export type PersonName = { readonly first: string; readonly last: string };

const titles = new Set(["mr", "mrs", "ms", "miss", "dr"]);
const suffixes = new Set(["jr", "sr", "ii", "iii", "iv", "md", "do"]);
const particles = new Set(["van", "von", "de", "der", "den", "la", "le", "del", "di", "da", "st"]);

/** Longer than any name. */
const longestName = 500;

/** The name reduced for comparison, empty where it has more than 500 characters; read as `Last, First` when it has a comma and as `First Last` otherwise. */
export function personName(text: string): PersonName {
  if (text.length > longestName) return { first: "", last: "" };
  const [last = [], ...first] = withoutTitles(plainText(text).split(",").map(wordsOf));
  return first.length === 0 ? splitBeforeLastName(last) : { first: first.flat().join(" "), last: last.join("") };
}

/** Whether both may name one person: equal last names, and one first name begins with the other. */
export function namesAgree(a: PersonName, b: PersonName): boolean {
  // Two unknown last names say nothing about a person.
  if (a.last === "" || a.last !== b.last) return false;
  return a.first.startsWith(b.first) || b.first.startsWith(a.first);
}

/** Most names. */
const isPlain = (text: string): boolean => /^[a-z\d ,]*$/i.test(text);

function plainText(text: string): string {
  if (isPlain(text)) return text.toLowerCase();
  return text
    .replace(/´/g, "'") // a spacing accent that NFKD would turn into a space
    .replace(/\p{M}/gu, "") // a thousand of them would take a million steps to put in order
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\b(mrs?|ms|miss|dr)\./g, "$1 ") // `Dr.Streich`
    .replace(/[.'`‘’ʼ′\u00ad\u2212\p{Pd}]/gu, "");
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

/** Drops titles and suffixes wherever they stand, except a suffix that nothing else is left beside (`Miss Do`). */
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
