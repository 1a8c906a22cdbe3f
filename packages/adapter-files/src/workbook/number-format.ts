/** Format in which a cell displays its number. */
export type NumberFormat =
  | { readonly kind: "general" }
  | { readonly kind: "time"; readonly hasDate: boolean; readonly hasTime: boolean }
  | { readonly kind: "digits"; readonly pattern: string };

/** Formats a number as its cell displays it: all digits, dates as `YYYY-MM-DD`, times as `HH:MM:SS`. */
export function numberText(raw: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(raw);
  if (raw.trim() === "" || !Number.isFinite(number)) return "";
  if (format.kind === "time") return timeText(number, format, is1904) ?? plainText(number);
  return format.kind === "digits" ? digitsText(number, format.pattern) : plainText(number);
}

const daySeconds = 86_400;

const dayMilliseconds = daySeconds * 1_000;

/**
 * Day 0 of the 1900 date system, and the number of days from there to the 1904 date system.
 * The 1900 system has a February 29, 1900, which never existed.
 */
const firstDay = Date.UTC(1899, 11, 30);

const daysTo1904 = 1_462;

const lastDay = 2_958_465;

const leapDay = 60;

/** Formats a number with up to 15 significant digits like spreadsheets do, never in exponential form. */
function plainText(number: number): string {
  if (Number.isInteger(number)) return BigInt(number).toString();
  const text = String(Number(number.toPrecision(15)));
  return text.includes("e") ? number.toFixed(15).replace(/0{1,15}$/, "") : text;
}

/** Fills a digit pattern such as `00000-0000` from the right. */
function digitsText(number: number, pattern: string): string {
  if (!Number.isInteger(number) || number < 0) return plainText(number);
  const zeros = pattern.replace(/[^0]/g, "").length;
  const digits = plainText(number).padStart(zeros, "0");
  const more = digits.slice(0, digits.length - zeros);
  let used = more.length;
  return more + pattern.replace(/0/g, () => digits.charAt(used++));
}

type TimeFormat = Extract<NumberFormat, { kind: "time" }>;

function timeText(number: number, { hasDate, hasTime }: TimeFormat, is1904: boolean): string | undefined {
  if (number < 0 || number > lastDay) return undefined;
  const seconds = Math.round(number * daySeconds);
  const days = Math.floor(seconds / daySeconds);
  const clock = clockText(seconds % daySeconds);
  if (!hasDate) return clock;
  const day = is1904 ? days + daysTo1904 : days < leapDay ? days + 1 : days;
  const date = new Date(firstDay + day * dayMilliseconds).toISOString().slice(0, 10);
  return hasTime || seconds % daySeconds > 0 ? `${date} ${clock}` : date;
}

function clockText(seconds: number): string {
  const parts = [seconds / 3_600, (seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
}

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
