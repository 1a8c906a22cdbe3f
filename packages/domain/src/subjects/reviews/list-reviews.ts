import type { FeedList } from "../../foundation/feed/feed.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { ListQuery } from "../../foundation/lists/list-query.js";
import type { ListPorts } from "../../foundation/lists/read-list.js";
import { readList } from "../../foundation/lists/read-list.js";

/** Query parameters of the lists of reviews and NPS surveys, as strings. */
export type ReviewQuery = Omit<ListQuery, "start_date" | "end_date">;

/** Lists the account's reviews, newest first. `date` without an end selects 24 hours. */
export const listReviews = (ports: ListPorts) => listOf(ports, "reviews");

/** Lists the account's NPS surveys, with the rules of the review list. */
export const listNpsSurveys = (ports: ListPorts) => listOf(ports, "surveys");

function listOf(ports: ListPorts, list: FeedList) {
  const read = readList(ports, { start: "date", end: "end", startAlone: "next-24-hours" });
  return (account: AccountId, query: ReviewQuery) => read(account, { list }, query);
}
