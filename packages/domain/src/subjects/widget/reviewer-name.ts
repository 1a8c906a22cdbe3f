const nobody = "Anonymous";

const suffixes = new Set(["jr", "sr", "ii", "iii", "iv", "md", "do"]);

/**
 * Returns the full name of a reviewer, or only the first word of the first name. In `Last, First`, the first name
 * follows the comma.
 */
export function reviewerName(reviewer: string | null, firstNameOnly: boolean): string {
  const name = (reviewer ?? "").trim();
  if (!firstNameOnly) return name || nobody;
  const [before = "", ...behind] = name.split(",").map((part) => part.trim());
  const given = behind.find((part) => !isSuffix(part));
  return firstWord(behind.length === 0 || behind.every(isSuffix) ? before : (given ?? "")) || nobody;
}

const isSuffix = (part: string): boolean => suffixes.has(part.toLowerCase().replaceAll(".", ""));

const firstWord = (text: string): string => text.split(/\s/, 1)[0] ?? "";
