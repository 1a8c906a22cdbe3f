/** What a value is, and never what it says, which may be a patient's. */
export function kindOfValue(value: unknown): string {
  if (typeof value === "string") return kindOfText(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty array" : `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "number" ? "a number" : String(value);
}

function kindOfText(text: string): string {
  if (text === "") return "an empty text";
  if (text.trim() === "") return "a text of spaces";
  if (text.includes("\0")) return "a text with a NUL character";
  return `a text of ${text.length} character${text.length === 1 ? "" : "s"}`;
}
