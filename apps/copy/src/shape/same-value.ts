import type { ColumnType } from "./table.js";

/** Normalizes a non-null value, so that equal values of a column type have the same form. */
type Form = (value: unknown) => unknown;

const forms: Readonly<Record<ColumnType, Form>> = {
  text: (value) => plainText(String(value)),
  integer: (value) => numeric(value),
  number: (value) => numeric(value),
  money: (value) => amount(value),
  boolean: (value) => [true, 1, 1n, "t", "true"].includes(value as boolean),
  timestamp: (value) => instant(value),
  date: (value) => instant(value).slice(0, 10),
  local: (value) => instant(value),
  json: (value) => plainText(sortedJson(typeof value === "string" ? parsed(value) : value)),
};

/**
 * Returns true if a stored value equals the value that the copy would store.
 * Ignores differences between database drivers, such as the order of keys in JSON.
 */
export function isSameValue(type: ColumnType, wanted: unknown, stored: unknown): boolean {
  if (wanted === stored) return true;
  const [isNull, isStoredNull] = [wanted ?? null, stored ?? null].map((value) => value === null);
  if (isNull || isStoredNull) return isNull === isStoredNull;
  const form = forms[type];
  return form(wanted) === form(stored);
}

function numeric(value: unknown): unknown {
  const number = Number(value);
  return Number.isNaN(number) ? String(value) : number;
}

/** Formats an amount with six decimals, because Parquet readers may return 19.990000000000002 instead of 19.99. */
function amount(value: unknown): unknown {
  const number = numeric(value);
  return typeof number === "number" ? number.toFixed(6) : number;
}

/** Converts `2026-03-05T15:00:00.250Z` to `2026-03-05 15:00:00.25`. */
function instant(value: unknown): string {
  const text = value instanceof Date ? value.toISOString() : String(value);
  return text
    .replace("T", " ")
    .replace(/(?:Z|\+00(?::?00)?)$/, "")
    .replace(/\.\d+$/, (fraction) => String(Number(fraction)).slice(1));
}

/** Replaces NUL, which PostgreSQL cannot store, and unpaired surrogates, which no database can store. */
const plainText = (text: string): string =>
  text
    .replaceAll("\\u0000", "\ufffd")
    .replace(/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  ) ?? "";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
