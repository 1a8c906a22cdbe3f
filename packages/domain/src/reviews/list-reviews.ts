import type { FeedList } from "../feed/feed.js";
import type { AccountId } from "../kernel/ids.js";
import type { ListQuery } from "../lists/list-query.js";
import type { ListPorts } from "../lists/read-list.js";
import { readList } from "../lists/read-list.js";

/** The query of the lists of reviews and of NPS surveys, as text; absent members select nothing away. */
export type ReviewQuery = Omit<ListQuery, "start_date" | "end_date">;

/** The account's reviews, newest first; `date` alone takes the 24 hours after it. */
export const listReviews = (ports: ListPorts) => listOf(ports, "reviews");

/** The account's NPS surveys, with the rules of reviews. */
export const listNpsSurveys = (ports: ListPorts) => listOf(ports, "surveys");

function listOf(ports: ListPorts, list: FeedList) {
  const read = readList(ports, { start: "date", end: "end", startAlone: "next-24-hours" });
  return (account: AccountId, query: ReviewQuery) => read(account, { list }, query);
}
