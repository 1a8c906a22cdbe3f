import type { LocationId } from "../../foundation/kernel/ids.js";
import { idOf, oneOf, wholeFrom } from "../../foundation/kernel/line-fields.js";
import type { Field, Shaped } from "../../foundation/kernel/line-shape.js";
import { type ListingMetric, metricTypes } from "./listing-metric.js";

const isMonth = (value: number) => value % 100 >= 1 && value % 100 <= 12;

const anyMonth = wholeFrom(1900_01, 9999_12);

const month: Field<number> = {
  expected: "a month as a number YYYYMM, such as 202603",
  found: (value) => (anyMonth.read(value) === undefined ? anyMonth.found?.(value) : "a month outside 01 to 12"),
  read: (value) => {
    const read = anyMonth.read(value);
    return read !== undefined && isMonth(read) ? read : undefined;
  },
};

/** Fields of a `listing_metric` line in a bundle. */
export const listingMetricLine = {
  location_id: idOf<LocationId>("location"),
  month,
  metric_type: oneOf(metricTypes),
  count: wholeFrom(0, Number.MAX_SAFE_INTEGER),
};

export const listingMetricFromLine = (line: Shaped<typeof listingMetricLine>): ListingMetric => ({
  locationId: line.location_id,
  month: line.month,
  type: line.metric_type,
  count: line.count,
});
