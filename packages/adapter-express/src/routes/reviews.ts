import { but, route } from "../route.js";
import { listOf } from "../schema.js";
import { filters, listQuery, rating, visitWindow } from "./list-query.js";
import { reviewItem } from "./review-item.js";
import { keyed } from "./keyed.js";

/** Reviews, newest first. */
export const reviews = route({
  method: "get",
  path: "/reviews",
  operation: "listReviews",
  tag: "Reviews",
  summary: "Reviews, newest first",
  access: "data-sync",
  key: ["review_id"],
  ...listQuery({ ...visitWindow, rating, ...filters }),
  reply: listOf(keyed(reviewItem)),
  stream: (domain, { account, query }) => domain.reviews.list(account, query),
});

/** NPS surveys, newest first, in the shape of reviews. */
export const npsSurveys = route({
  method: "get",
  path: "/surveys",
  operation: "listNpsSurveys",
  tag: "Reviews",
  summary: "NPS surveys, newest first, in the shape of reviews",
  access: "data-sync",
  key: ["review_id"],
  ...listQuery({ ...visitWindow, rating, ...filters }),
  reply: listOf(keyed(reviewItem)),
  stream: (domain, { account, query }) => domain.npsSurveys.list(account, query),
});

const withoutFilters = listQuery({ ...visitWindow, rating });

/** The same without the filters of v2. */
export const reviewsV1 = but(reviews, withoutFilters);
export const npsSurveysV1 = but(npsSurveys, withoutFilters);
