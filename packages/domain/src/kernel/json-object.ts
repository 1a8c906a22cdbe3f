/** An object as JSON had it: every member is a value that JSON knows. */
export type JsonObject = Readonly<Record<string, unknown>>;

const deepest = 32;
const [quote, backslash, colon] = [0x22, 0x5c, 0x3a];

// A byte order mark is kept, so that it is no JSON.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The object that the bytes say; `undefined` where they are not UTF-8, not JSON, not an object, nested deeper than 32
 * levels, or name a member twice anywhere: of two such members every reader believes another one.
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

/** Whether a value is an object as JSON has it: no array, not null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** How many members the objects within a value have; not a number when it is nested too deep. */
function membersIn(value: unknown, levels: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (levels === 0) return NaN;
  const inner: readonly unknown[] = Object.values(value);
  return inner.reduce<number>(
    (sum, member) => sum + membersIn(member, levels - 1),
    Array.isArray(value) ? 0 : inner.length,
  );
}

/** How many members valid JSON writes down: each has one colon outside of texts, a doubled one has too. */
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
