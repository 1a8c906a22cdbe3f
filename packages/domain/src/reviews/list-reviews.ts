import type { FeedList } from "../feed/feed.js";
import type { ListQuery } from "../feed/list-query.js";
import { readList } from "../feed/read-list.js";
import type { AccountId } from "../kernel/ids.js";
import type { Ports } from "../ports.js";

/** The query of the lists of reviews and of NPS surveys, as text; absent members select nothing away. */
export type ReviewQuery = Omit<ListQuery, "start_date" | "end_date">;

/** The account's reviews, newest first; `date` alone takes the 24 hours after it. */
export const listReviews = (ports: Pick<Ports, "storage">) => listOf(ports, "reviews");

/** The account's NPS surveys, with the rules of reviews. */
export const listNpsSurveys = (ports: Pick<Ports, "storage">) => listOf(ports, "surveys");

function listOf(ports: Pick<Ports, "storage">, list: FeedList) {
  const read = readList(ports, { start: "date", end: "end", startAlone: "next-24-hours" });
  return (account: AccountId, query: ReviewQuery) => read(account, { list }, query);
}
