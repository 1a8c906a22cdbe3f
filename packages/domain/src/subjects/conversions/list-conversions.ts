import type { AccountId } from "../../foundation/kernel/ids.js";
import type { ListQuery, PageQuery } from "../../foundation/lists/list-query.js";
import type { ListRules } from "../../foundation/lists/list-times.js";
import { type ListPorts, readList } from "../../foundation/lists/read-list.js";
import type { CallItem } from "./call-item.js";
import type { ConversionItem } from "./conversion-item.js";

export type ConversionQuery = PageQuery & Pick<ListQuery, "start_date" | "end_date">;

const rules: ListRules = {
  start: "start_date",
  end: "end_date",
  startAlone: "next-24-hours",
  startExcludesModifiedSince: true,
};

/** Lists the account's calls, newest first. If only `start_date` is given, the list covers 24 hours. */
export function listCalls(ports: ListPorts) {
  const read = readList<CallItem>(ports, rules);
  return (account: AccountId, query: ConversionQuery) => read(account, { list: "calls" }, query);
}

/**
 * Lists the account's conversions, newest first. `modified_since` also selects old conversions that were linked later.
 */
export function listConversions(ports: ListPorts) {
  const read = readList<ConversionItem>(ports, rules);
  return (account: AccountId, query: ConversionQuery) => read(account, { list: "conversions" }, query);
}
