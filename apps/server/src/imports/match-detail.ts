import type { ImportErrorItem } from "@repute/domain";

/** Formats a date, or a time in the account's time zone. */
export type ShowTime = (time: string) => string;

type Info = Readonly<Record<string, string>>;

/**
 * Functions that format the details of an error row.
 * The first entry whose key is in `match_info` is used.
 * Locations and providers have no details, because they have their own columns.
 */
const describers: readonly (readonly [string, (info: Info, show: ShowTime) => string])[] = [
  ["field", ({ field, value }) => (field === "location" || field === "provider" ? "" : value || "empty")],
  ["superseded_by_row", ({ superseded_by_row: row }) => `replaced by row ${row}`],
  ["contact", ({ contact, since }, show) => (since === undefined ? `${contact}` : `${contact}, since ${show(since)}`)],
  [
    "allowed_from",
    ({ allowed_from: from = "", allowed_to: to = "" }, show) => `imported dates: ${show(from)} to ${show(to)}`,
  ],
  ["existing_row", ({ existing_row: row }) => `see row ${row}`],
  [
    "existing_date",
    ({ existing_date: date = "", type }, show) =>
      `${type === "duplicate_invite" || type === "invite_day_rule" ? "other invite" : "already imported"}: ${show(date)}`,
  ],
];

/** Returns the details of an error row, or an empty string if the row has none. */
export function matchDetail({ error_type: type, match_info: info = {} }: ImportErrorItem, show: ShowTime): string {
  const texts = Object.fromEntries(
    Object.entries(info).flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])),
  );
  const entry = describers.find(([key]) => Object.hasOwn(texts, key));
  return entry ? entry[1]({ ...texts, type }, show) : "";
}
