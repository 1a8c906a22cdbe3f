import type { Archive } from "./archive.js";
import { stringItems } from "./string-items.js";
import { unreadableWorkbook } from "./workbook-error.js";
import { readXml } from "./xml-elements.js";

const maxPartLength = 512 * 1_048_576;
const maxStrings = 500_000;
const maxCharacters = 20_000_000;

/**
 * Reads the shared strings that cells refer to.
 * Throws `file_unreadable` above 500,000 strings or 20,000,000 characters.
 */
export async function sharedStrings(archive: Archive, part: string | undefined): Promise<readonly string[]> {
  const strings: string[] = [];
  if (part === undefined) return strings;
  let characters = 0;
  const items = stringItems("si", (text) => {
    characters += text.length;
    if (strings.length >= maxStrings) throw tooMany(`${maxStrings} different strings`);
    if (characters > maxCharacters) throw tooMany(`${maxCharacters} characters of text`);
    strings.push(ofItsOwn(text));
  });
  await readXml(archive.read(part, maxPartLength), items);
  return strings;
}

/** Copies a string, because a substring retains its whole parent string in memory. */
const ofItsOwn = (text: string): string => Buffer.from(text).toString();

const tooMany = (what: string) => unreadableWorkbook(`it has more than ${what}: save the table as CSV`);
