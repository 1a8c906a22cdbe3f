import type { CalendarDate } from "@repute/domain";
import { type DemoLine, locationId } from "./catalog-lines.js";
import { monthBefore } from "./months.js";
import type { Random } from "./random.js";
import { towns } from "./towns.js";

/** Typical monthly values of each metric type for a location of size 1. */
const usual = {
  views_maps: 210,
  views_search: 320,
  actions_website: 14,
  actions_phone: 9,
  actions_driving_directions: 11,
} as const;

const months = 24;

/** Generates two years of monthly listing metrics of every location, up to the month before `day`. */
export function* metricLines(random: Random, day: CalendarDate): Generator<DemoLine> {
  for (let back = months; back >= 1; back--) {
    const { year, month } = monthBefore(day, back);
    for (const [town, { size }] of towns.entries()) {
      for (const [metric, share] of Object.entries(usual)) {
        const count = Math.round(size * share * (0.8 + 0.4 * random.next()) * (1 + (months - back) / 60));
        yield {
          kind: "listing_metric",
          location_id: locationId(town),
          month: year * 100 + month,
          metric_type: metric,
          count,
        };
      }
    }
  }
}
