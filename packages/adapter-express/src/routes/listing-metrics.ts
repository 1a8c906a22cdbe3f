import { metricTypes } from "@repute/domain";
import { route } from "../route.js";
import { exactly } from "../schema.js";
import { keyed } from "./item-schemas.js";
import { keyQuery } from "./list-query.js";

const metric = {
  title: "ListingMetric",
  ...exactly({
    location_id: { type: "integer", description: "Location id." },
    month: { type: "integer", description: "Month, as a number of the form `YYYYMM`." },
    metric_type: { type: "string", enum: metricTypes, description: "Type of view or action that was counted." },
    count: { type: "integer", description: "Number of views or actions for this location, month and type." },
  }),
  examples: [{ location_id: 1, month: 202603, metric_type: "views_maps", count: 120 }],
};

const metricItem = keyed(metric);

/** Lists monthly listing metrics. The reply is an array, unlike all other lists, which are objects with `items`. */
export const listingMetrics = route({
  method: "get",
  path: "/insights/byMonth",
  operation: "listListingMetrics",
  tag: "Listings",
  summary: "List monthly metrics of listings",
  description:
    "Monthly counts of views and actions on the locations' online listings. Sorted by location, month and type. Months without data have " +
    "no row. Unlike the responses of all other lists, this response is a bare JSON array.",
  access: "data-sync",
  key: ["location_id", "month", "metric_type"],
  query: keyQuery,
  reply: { type: "array", description: "All metrics.", items: metricItem },
  handle: (domain, { account, query }) => domain.listings.listMetrics(account, query),
});
