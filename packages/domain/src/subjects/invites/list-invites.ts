import type { AccountId } from "../../foundation/kernel/ids.js";
import type { ListQuery } from "../../foundation/lists/list-query.js";
import type { ListRules } from "../../foundation/lists/list-times.js";
import { type ListPorts, readList } from "../../foundation/lists/read-list.js";
import type { InviteItem } from "./invite-item.js";

/** Query parameters of the invite list, as strings. A filter is off if its parameter is absent. */
export type InviteQuery = Omit<ListQuery, "rating" | "start_date" | "end_date">;

const rules: ListRules = { start: "date", end: "end", startAlone: "next-24-hours", endTimestamp: "whole-day" };

/**
 * Lists the account's invites, newest first. If `end` is absent, the list covers the 24 hours from `date`. `end`
 * includes its whole local day, even if `end` is a timestamp.
 */
export function listInvites(ports: ListPorts) {
  const read = readList<InviteItem>(ports, rules);
  return (account: AccountId, query: InviteQuery) => read(account, { list: "invites" }, query);
}
