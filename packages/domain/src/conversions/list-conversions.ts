import type { AccountId } from "../kernel/ids.js";
import type { ListQuery, PageQuery } from "../lists/list-query.js";
import type { ListRules } from "../lists/list-times.js";
import type { ListPorts } from "../lists/read-list.js";
import { readList } from "../lists/read-list.js";

/** The query of the lists of calls and of conversions, as text; absent members select nothing away. */
export type ConversionQuery = PageQuery & Pick<ListQuery, "start_date" | "end_date">;

const rules: ListRules = {
  start: "start_date",
  end: "end_date",
  startAlone: "next-24-hours",
  startExcludesModifiedSince: true,
};

/** The account's calls, newest first; `start_date` alone takes the 24 hours after it. */
export function listCalls(ports: ListPorts) {
  const read = readList(ports, rules);
  return (account: AccountId, query: ConversionQuery) => read(account, { list: "calls" }, query);
}

/** The account's conversions, newest first; `modified_since` finds old ones that were linked later. */
export function listConversions(ports: ListPorts) {
  const read = readList(ports, rules);
  return (account: AccountId, query: ConversionQuery) => read(account, { list: "conversions" }, query);
}
