import { jsonFault } from "./json-fault.js";

/** The JSON value of a line, or what is wrong with the line. The text itself is never repeated: it may tell of patients. */
export type JsonLine = { readonly value: unknown } | { readonly problem: string };

const deepest = 32;

// A byte order mark belongs to the file's beginning only: within the file it is not JSON.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads one line; `undefined` for a blank one. */
export function readJsonLine(bytes: Buffer): JsonLine | undefined {
  const text = decoded(bytes);
  if (text === undefined) return { problem: "is not valid UTF-8" };
  if (/^[ \t\r]*$/.test(text)) return undefined;
  const json = parsed(text);
  if (!json) return { problem: `is not valid JSON: ${jsonFault(text)}` };
  return isDeeper(json.value, deepest) ? { problem: `is nested deeper than ${deepest} levels` } : json;
}

function decoded(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The parser's own message quotes the text, so it goes nowhere. */
function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1)));
