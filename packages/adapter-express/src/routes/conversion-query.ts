import { date, listQuery } from "./list-query.js";

/** What calls and conversions are asked for by, and what can be wrong with it; `changes` says what `modified_since` finds. */
export function conversionQuery(changes: string) {
  const { query, refuses } = listQuery({
    start_date: date("From here on; without `end_date`, the 24 hours after it. Not together with `modified_since`"),
    end_date: date("Up to and including this"),
    modified_since: date(changes),
  });
  return { query, refuses: [...refuses, "conflicting_dates"] } as const;
}
