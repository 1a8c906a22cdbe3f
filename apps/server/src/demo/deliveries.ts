import type { BundleSource, Instant } from "@repute/domain";
import { startOfDay } from "@repute/domain";
import type { DemoLine } from "./catalog-lines.js";
import type { DemoPlan } from "./demo-bundle.js";
import { demoLines } from "./demo-bundle.js";
import { practice } from "./towns.js";

/** What of the demo's data had come by a moment and not by the one before it. */
export type Delivery = { readonly at: Instant; readonly lines: readonly unknown[] };

/** How many days before the plan's day deliveries came: often of late, so that there is something to copy by the day. */
const daysBefore = [600, 480, 360, 240, 120, 60, 30, 14, 7, 3, 2, 1, 0];
const dayMilliseconds = 86_400_000;

/** When something happened that lines tell of, in any of these. */
const times = ["create_time", "sent_at", "submitted_at", "called_at", "submission_date"];

/**
 * The demo's data as it would have come over the months: each line with the first delivery after it happened, an
 * appointment with the call or submission that it follows, catalogs first, and listing metrics last.
 */
export function demoDeliveries(plan: DemoPlan): readonly Delivery[] {
  const midnight = startOfDay(plan.day, practice.timeZone);
  const deliveries = daysBefore.map((days) => ({
    at: (midnight - days * dayMilliseconds) as Instant,
    lines: [] as unknown[],
  }));
  const last = deliveries.length - 1;
  let happened = 0;
  for (const line of demoLines(plan)) {
    happened = timeOf(line) ?? (line["kind"] === "appointment" ? happened : 0);
    const first = deliveries.findIndex(({ at }) => happened < at);
    deliveries[line["kind"] === "listing_metric" || first < 0 ? last : first]?.lines.push(line);
  }
  return deliveries;
}

function timeOf(line: DemoLine): number | undefined {
  const text = times.map((name) => line[name]).find((value) => typeof value === "string");
  return text === undefined ? undefined : Date.parse(text as string);
}

/** A delivery as a bundle. */
export const deliverySource = ({ lines }: Delivery): BundleSource => ({
  async *read() {
    yield lines.map((value, index) => ({ line: index + 1, value }));
  },
});
