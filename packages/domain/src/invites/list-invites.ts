import type { AccountId } from "../kernel/ids.js";
import type { ListQuery } from "../lists/list-query.js";
import type { ListRules } from "../lists/list-times.js";
import type { ListPorts } from "../lists/read-list.js";
import { readList } from "../lists/read-list.js";

/** The query of the invite list, as text; absent members select nothing away. */
export type InviteQuery = Omit<ListQuery, "rating" | "start_date" | "end_date">;

const rules: ListRules = { start: "date", end: "end", startAlone: "next-24-hours", endTimestamp: "whole-day" };

/**
 * The account's invites, the last sent first; `date` alone takes the 24 hours after it, `end` the whole of its local
 * day, whether it is a date or a timestamp.
 */
export function listInvites(ports: ListPorts) {
  const read = readList(ports, rules);
  return (account: AccountId, query: InviteQuery) => read(account, { list: "invites" }, query);
}
