import { jsonFault } from "./json-fault.js";

/** The JSON value of a line, or its problem. The problem never repeats the line, which may contain patient data. */
export type JsonLine = { readonly value: unknown } | { readonly problem: string };

const deepest = 32;

// Do not skip a byte order mark here. It is valid only at the start of a file, and otherwise makes the JSON invalid.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Parses one line of JSON. Returns `undefined` for a blank line. */
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

/** Discards the parser's error message, which may quote the line. */
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
