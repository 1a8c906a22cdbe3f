/** Format in which a cell displays its number. */
export type NumberFormat =
  | { readonly kind: "general" }
  | { readonly kind: "time"; readonly hasDate: boolean; readonly hasTime: boolean }
  | { readonly kind: "digits"; readonly pattern: string };

const general: NumberFormat = { kind: "general" };
const date: NumberFormat = { kind: "time", hasDate: true, hasTime: false };
const time: NumberFormat = { kind: "time", hasDate: false, hasTime: true };
const dateTime: NumberFormat = { kind: "time", hasDate: true, hasTime: true };

/** Built-in number formats, which files do not declare, by range of ids (ECMA-376, section 18.8.30). */
const builtIn: readonly (readonly [from: number, to: number, format: NumberFormat])[] = [
  [14, 17, date],
  [18, 21, time],
  [22, 22, dateTime],
  [27, 31, date],
  [32, 35, time],
  [36, 36, date],
  [45, 47, time],
  [50, 54, date],
  [55, 56, time],
  [57, 58, date],
];

export const builtInFormat = (id: number): NumberFormat =>
  builtIn.find(([from, to]) => id >= from && id <= to)?.[2] ?? general;

const maxCodeLength = 255;
/** Matches the literals, fillers, colors and conditions of a format code, but not durations such as `[h]`. */
const literals = /"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi;

/** Parses a number format code such as `m/d/yyyy h:mm` or `00000`. */
export function numberFormat(code: string): NumberFormat {
  if (code.length > maxCodeLength) return general;
  const pattern = code.replace(/["\\]/g, "");
  if (/^[0()\- ]+$/.test(pattern) && pattern.replace(/[^0]/g, "").length > 1) return { kind: "digits", pattern };
  const [positive = ""] = code.replace(literals, "").split(";");
  if (/general|[0#?@]/i.test(positive.replace(/s\.0+/i, "s"))) return general;
  const hasTime = /[hs]|\[m/i.test(positive);
  const hasDate = /[yd]/i.test(positive) || (!hasTime && /m/i.test(positive));
  return hasDate || hasTime ? { kind: "time", hasDate, hasTime } : general;
}
