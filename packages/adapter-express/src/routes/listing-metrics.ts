import { metricTypes } from "@repute/domain";
import { route } from "../route.js";
import { exactly } from "../schema.js";
import { keyed } from "./keyed.js";
import { keyQuery } from "./list-query.js";

const metricItem = {
  title: "ListingMetric",
  ...exactly({
    location_id: { type: "integer", description: "Location id" },
    month: { type: "integer", description: "The month as `YYYYMM`" },
    metric_type: { type: "string", enum: metricTypes, description: "What was counted" },
    count: { type: "integer", description: "The total of that location, month and type" },
  }),
  examples: [{ location_id: 1, month: 202603, metric_type: "views_maps", count: 120 }],
};

/** Monthly listing metrics: the one list that is a bare array. */
export const listingMetrics = route({
  method: "get",
  path: "/insights/byMonth",
  operation: "listListingMetrics",
  tag: "Listings",
  summary: "Monthly counts of what happened to the locations' listings, by location, month and type",
  access: "data-sync",
  key: ["location_id", "month", "metric_type"],
  query: keyQuery,
  reply: { type: "array", description: "The whole list", items: keyed(metricItem) },
  handle: (domain, { account, query }) => domain.listings.listMetrics(account, query),
});
