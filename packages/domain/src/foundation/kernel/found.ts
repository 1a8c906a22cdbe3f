/** Describes the type of a value. Does not quote the value because it may be patient data. */
export function kindOfValue(value: unknown): string {
  if (typeof value === "string") return kindOfText(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "number" ? "a number" : String(value);
}

function kindOfText(text: string): string {
  if (text === "") return "an empty string";
  if (text.trim() === "") return "a string of spaces";
  if (text.includes("\0")) return "a string with a NUL character";
  return `a string of ${text.length} character${text.length === 1 ? "" : "s"}`;
}
