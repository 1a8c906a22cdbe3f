import { type BundleSource, type Instant, startOfDay } from "@repute/domain";
import type { DemoLine } from "./catalog-lines.js";
import { demoLines, type DemoPlan } from "./demo-bundle.js";
import { practice } from "./towns.js";

/** Bundle lines and the time at which the demo practice sends them. */
export type Delivery = { readonly at: Instant; readonly lines: readonly unknown[] };

/**
 * Ages of the deliveries in days.
 * Most deliveries are recent, so that a daily incremental copy has changes to fetch.
 */
const daysBefore = [600, 480, 360, 240, 120, 60, 30, 14, 7, 3, 2, 1, 0];
const dayMilliseconds = 86_400_000;

/** Keys under which bundle lines store their time, depending on the kind of line. */
const times = ["create_time", "sent_at", "submitted_at", "called_at", "submission_date"];

/**
 * Splits the demo's data into deliveries over the past months.
 * Each line goes into the first delivery after its time.
 * An appointment goes into the same delivery as its call or submission.
 * Catalogs come first, and listing metrics come last.
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

/** Converts a delivery to a bundle. */
export const deliverySource = ({ lines }: Delivery): BundleSource => ({
  async *read() {
    yield lines.map((value, index) => ({ line: index + 1, value }));
  },
});
