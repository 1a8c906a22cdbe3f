import type { ColumnType } from "./table.js";

/** Converts a value that is not null to a form that equal values of the same column type share. */
type Form = (value: unknown) => unknown;

const forms: Readonly<Record<ColumnType, Form>> = {
  text: (value) => plainText(String(value)),
  integer: (value) => numeric(value),
  number: (value) => numeric(value),
  money: (value) => numeric(value),
  boolean: (value) => [true, 1, 1n, "t", "true"].includes(value as boolean),
  timestamp: (value) => instant(value),
  date: (value) => instant(value).slice(0, 10),
  local: (value) => instant(value),
  json: (value) => plainText(sortedJson(typeof value === "string" ? parsed(value) : value)),
};

/**
 * Whether a stored value, as returned by any database driver, equals the value that the copy would store. Ignores
 * differences between databases, such as the order of keys in JSON.
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

/** `2026-03-05T15:00:00.250Z` → `2026-03-05 15:00:00.25` */
function instant(value: unknown): string {
  const text = value instanceof Date ? value.toISOString() : String(value);
  return text
    .replace("T", " ")
    .replace(/(?:Z|\+00(?::?00)?)$/, "")
    .replace(/\.\d+$/, (fraction) => String(Number(fraction)).slice(1));
}

/** PostgreSQL cannot store NUL characters, and no database can store half of a surrogate pair. */
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
