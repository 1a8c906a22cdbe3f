import type { Column, ColumnType, Item, Table } from "./table.js";

/** Returns a function that splits an item into column values and remaining members. */
export function itemReader({
  columns,
}: Table): (item: Item) => { readonly values: unknown[]; readonly extra: Item | null } {
  const steps = columns.map((column) => ({ ...column, read: readerOf(column) }));
  const known = new Set(columns.map(({ member }) => member));
  return (item) => {
    let extra: Record<string, unknown> | null = null;
    const values = steps.map(({ member, read, derived }) => {
      const raw = item[member];
      if (raw === null || raw === undefined) return null;
      const value = read(raw);
      if (value === undefined && !derived) (extra ??= {})[member] = raw;
      return value ?? null;
    });
    for (const member in item) if (!known.has(member)) (extra ??= {})[member] = item[member];
    return { values, extra };
  };
}

/**
 * Returns a function that converts the values of a nested row.
 * Values that do not fit become null, because child tables have no `_extra` column.
 */
export function nestedReader(columns: readonly Column[]): (row: readonly unknown[]) => unknown[] {
  const read = columns.map(readerOf);
  return (row) =>
    read.map((one, place) => {
      const value = row[place];
      return value === null || value === undefined ? null : (one(value) ?? null);
    });
}

/** Returns the function that converts a column's values. For derived date columns, it also accepts times. */
export const readerOf = ({ type, derived }: Column): Reader =>
  type === "date" && derived ? (value) => (typeof value === "string" ? day(value) : undefined) : readers[type];

/** Converts a JSON value to a column value. Returns undefined if the value does not fit. */
type Reader = (value: unknown) => unknown;

const readers: Readonly<Record<ColumnType, Reader>> = {
  text: (value) => (typeof value === "string" ? value : undefined),
  integer: (value) => (Number.isSafeInteger(value) ? value : undefined),
  number: (value) => (typeof value === "number" ? value : undefined),
  money: (value) => (typeof value === "string" ? amount(value) : undefined),
  boolean: (value) => (typeof value === "boolean" ? value : undefined),
  timestamp: (value) => (typeof value === "string" ? moment(value) : undefined),
  date: (value) => (typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined),
  local: (value) => (typeof value === "string" ? localTime(value) : undefined),
  json: (value) => (typeof value === "object" ? value : undefined),
};

/** Formats a timestamp as `2026-03-05 15:00:00` in UTC. Includes milliseconds if they are not zero. */
export function moment(text: string): string | undefined {
  if (text.length < 19 || text[4] !== "-" || text[7] !== "-") return undefined;
  const rest = text.slice(19);
  if (rest === "+00:00" || rest === "Z" || rest === "") return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
  const at = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(rest) ? text.replace(" ", "T") : `${text.replace(" ", "T")}Z`);
  if (Number.isNaN(at.getTime())) return undefined;
  return at
    .toISOString()
    .replace("T", " ")
    .replace(/(?:\.000)?Z$/, "");
}

/** Converts a display time such as `3/5/2026 8:00:00 am` to `2026-03-05 08:00:00`. */
export function localTime(text: string): string | undefined {
  const [, month = "", day = "", year = "", hour = "", rest = "", half = ""] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d\d:\d\d) (am|pm)$/.exec(text) ?? [];
  if (half === "") return undefined;
  const of24 = (Number(hour) % 12) + (half === "pm" ? 12 : 0);
  return `${year}-${two(month)}-${two(day)} ${two(String(of24))}:${rest}`;
}

/** Returns the date of a display time or timestamp, in the format `2026-03-05`. Does not convert time zones. */
export function day(text: string): string | undefined {
  if (/^\d{4}-\d\d-\d\d(?:$|[T ])/.test(text)) return text.slice(0, 10);
  const [, month = "", date = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:$| )/.exec(text) ?? [];
  return year === "" ? undefined : `${year}-${two(month)}-${two(date)}`;
}

const two = (digits: string) => digits.padStart(2, "0");

/**
 * Converts an amount such as `$1,200.5` to `1200.5`.
 * Accepts up to 15 digits and two decimals, which all targets store exactly.
 */
function amount(text: string): string | undefined {
  const digits = text.replace(/[$,]/g, "");
  return /^-?\d{1,15}(?:\.\d{1,2})?$/.test(digits) ? digits : undefined;
}

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

/** Normalizes a non-null value, so that equal values of a column type have the same form. */
type Form = (value: unknown) => unknown;

const forms: Readonly<Record<ColumnType, Form>> = {
  text: (value) => plainText(String(value)),
  integer: (value) => numeric(value),
  number: (value) => numeric(value),
  money: (value) => sixDecimals(value),
  boolean: (value) => [true, 1, 1n, "t", "true"].includes(value as boolean),
  timestamp: (value) => instant(value),
  date: (value) => instant(value).slice(0, 10),
  local: (value) => instant(value),
  json: (value) => plainText(sortedJson(typeof value === "string" ? parsed(value) : value)),
};

function numeric(value: unknown): unknown {
  const number = Number(value);
  return Number.isNaN(number) ? String(value) : number;
}

/** Formats an amount with six decimals, because Parquet readers may return 19.990000000000002 instead of 19.99. */
function sixDecimals(value: unknown): unknown {
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
