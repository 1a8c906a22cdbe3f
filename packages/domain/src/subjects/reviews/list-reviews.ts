import type { FeedList } from "../../foundation/feed/feed.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { ListQuery } from "../../foundation/lists/list-query.js";
import { type ListPorts, readList } from "../../foundation/lists/read-list.js";
import type { ReviewItem } from "./review-item.js";

export type ReviewQuery = Omit<ListQuery, "start_date" | "end_date">;

/** Lists the account's reviews, newest first. If `end` is absent, the list covers the 24 hours from `date`. */
export const listReviews = (ports: ListPorts) => listOf(ports, "reviews");

/** Lists the account's NPS surveys, newest first. If `end` is absent, the list covers the 24 hours from `date`. */
export const listNpsSurveys = (ports: ListPorts) => listOf(ports, "surveys");

function listOf(ports: ListPorts, list: FeedList) {
  const read = readList<ReviewItem>(ports, { start: "date", end: "end", startAlone: "next-24-hours" });
  return (account: AccountId, query: ReviewQuery) => read(account, { list }, query);
}
