import { row, share } from "../row.js";
import { takeList } from "./whole-lists.js";

/** Measures the time for averages and for the widget's reviews, relative to the time for the whole list. */
export const aggregates = row({
  title: "averages and the widget's reviews",
  warmsUp: true,
  headings({ sizes }) {
    // Set no target for short lists, because the fixed cost of a request dominates.
    const target = sizes.rows >= 200_000 ? { max: 0.05 } : undefined;
    return {
      average: share("Time to read the average of all public reviews, relative to reading the whole list", target),
      combined_average: share(
        "Time to read the average of 1 of 30 providers, relative to reading the whole list",
        target,
      ),
      shown_reviews: share("Time to read the reviews of a widget, relative to reading the whole list", target),
    };
  },
  async measure(stage, { repute }) {
    const take = async (path: string) => (await takeList(stage, repute, path)).milliseconds;
    const whole = await take("/v2/reviews");
    return {
      average: (await take("/v2/aggregate-averages")) / whole,
      combined_average: (await take("/v2/aggregate-combined-average?provider_id=107")) / whole,
      shown_reviews: (await take("/v2/aggregate-reviews")) / whole,
    };
  },
});
