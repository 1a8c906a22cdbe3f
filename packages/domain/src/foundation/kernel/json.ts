export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Parses a JSON object. Returns `undefined` if the bytes are not UTF-8, not JSON or not an object.
 *
 * Also rejects more than 32 levels of nesting.
 * Rejects duplicate members because parsers interpret them differently.
 */
export function parseJsonObject(bytes: Uint8Array): JsonObject | undefined {
  try {
    const json = utf8.decode(bytes);
    const value: unknown = JSON.parse(json);
    return isJsonObject(value) && membersIn(value, deepest) === colonsIn(json) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** True for an object that is neither an array nor `null`. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Compares two plain values deeply: numbers, strings, arrays and plain objects. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameValue(one[key as never], other[key as never]))
  );
}

/** Returns a copy of an object without its `undefined` members. */
export const defined = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };

const deepest = 32;
const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];

// Keep a byte order mark, so that `JSON.parse` rejects it.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Counts the members of all objects in a value. Returns `NaN` if the value is nested too deeply. */
function membersIn(value: unknown, levels: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (levels === 0) return NaN;
  const inner: readonly unknown[] = Object.values(value);
  return inner.reduce<number>(
    (sum, member) => sum + membersIn(member, levels - 1),
    Array.isArray(value) ? 0 : inner.length,
  );
}

/** Counts the members in valid JSON, including duplicates, by counting colons outside of strings. */
function colonsIn(json: string): number {
  let count = 0;
  let inText = false;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (code === quote) inText = !inText;
    else if (inText && code === backslash) index++;
    else if (!inText && code === colon) count++;
  }
  return count;
}
