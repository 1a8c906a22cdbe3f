import type { ImportErrorItem } from "@repute/domain";

/** Shows a day, or a moment on the account's clocks. */
export type ShowTime = (time: string) => string;

/** What an error row adds to its type, in words. */
export function matchDetail({ error_type: type, match_info: info = {} }: ImportErrorItem, show: ShowTime): string {
  const text = (key: string): string | undefined => {
    const value = info[key];
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  };
  const time = (key: string): string => show(text(key) ?? "");
  if (text("field") !== undefined) return text("value") || "nothing sent";
  if (text("superseded_by_row") !== undefined) return `row ${text("superseded_by_row")} is newer`;
  if (text("contact") !== undefined)
    return `${text("contact")}${text("since") === undefined ? "" : `, since ${time("since")}`}`;
  if (text("allowed_from") !== undefined) return `${time("allowed_from")} to ${time("allowed_to")} are imported`;
  if (text("existing_row") !== undefined) return `same as row ${text("existing_row")}`;
  if (text("existing_date") === undefined) return "";
  return type === "duplicate_appointment"
    ? `imported for ${time("existing_date")}`
    : `invite of ${time("existing_date")}`;
}
