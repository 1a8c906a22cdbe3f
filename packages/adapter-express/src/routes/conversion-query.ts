import { date, listQuery } from "./list-query.js";

/**
 * Returns the query schema and the error codes of calls and conversions.
 * `changes` is the description of the parameter `modified_since`.
 */
export function conversionQuery(changes: string) {
  const { query, refuses } = listQuery({
    start_date: date(
      "Start of the window. Without `end_date`, the window is the 24 hours from `start_date`. Cannot be combined with `modified_since`.",
    ),
    end_date: date("Inclusive end of the window. A date includes the whole day in the account's time zone."),
    modified_since: date(changes),
  });
  return { query, refuses: [...refuses, "conflicting_dates"] } as const;
}
