import { route, withChanges } from "../route.js";
import { listOf } from "../schema.js";
import { keyed, reviewKeys } from "./keyed.js";
import { filters, listQuery, rating, visitWindow } from "./list-query.js";
import { reviewItem } from "./review-item.js";

export const reviews = route({
  method: "get",
  path: "/reviews",
  operation: "listReviews",
  tag: "Reviews",
  summary: "List reviews",
  description:
    "Reviews from all platforms, in one format. Newest first by `create_time`. Without a date, the list covers all time. With only `date`, the list covers the 24 hours from that time. With only `end`, the list covers everything up to that time. With `modified_since`, the list also contains older reviews whose " +
    "location or provider was renamed.",
  access: "data-sync",
  key: ["review_id"],
  ...listQuery({ ...visitWindow, rating, ...filters }),
  reply: listOf(keyed(reviewItem, ...reviewKeys)),
  stream: (domain, { account, query }) => domain.reviews.list(account, query),
});

/** Lists NPS surveys, newest first. The items have the same fields as reviews. */
export const npsSurveys = route({
  method: "get",
  path: "/surveys",
  operation: "listNpsSurveys",
  tag: "Reviews",
  summary: "List NPS surveys",
  description:
    "Answers to NPS surveys, in the format of reviews. Newest first by `create_time`. Without a date, the list covers all time. With only `date`, the list covers the 24 hours from that time. With only `end`, the list covers everything up to that time. The parameter `rating` refers to the star rating, not to the field `nps_rating`.",
  access: "data-sync",
  key: ["review_id"],
  ...listQuery({ ...visitWindow, rating, ...filters }),
  reply: listOf(keyed(reviewItem, ...reviewKeys)),
  stream: (domain, { account, query }) => domain.npsSurveys.list(account, query),
});

const withoutFilters = listQuery({ ...visitWindow, rating });

/** Routes of reviews and NPS surveys for v1, without filters. */
export const reviewsV1 = withChanges(reviews, withoutFilters);
export const npsSurveysV1 = withChanges(npsSurveys, withoutFilters);
