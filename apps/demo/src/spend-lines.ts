import type { CalendarDate } from "@repute/domain";
import { monthlyBudgets } from "./call-line.js";
import type { DemoLine } from "./catalog-lines.js";
import { daysOf, monthBefore } from "./months.js";
import type { Random } from "./random.js";

const months = 24;

/** Generates the monthly cost of each campaign that is not free, for the two years up to the month of `day`. */
export function* spendLines(random: Random, day: CalendarDate): Generator<DemoLine> {
  let id = 1;
  for (let back = months; back >= 0; back--) {
    const [start_date, end_date] = daysOf(monthBefore(day, back));
    for (const { campaign_id, budget } of monthlyBudgets()) {
      const amount = (budget * (0.9 + 0.2 * random.next())).toFixed(2);
      yield { kind: "spend", id: id++, campaign_id, start_date, end_date, amount };
    }
  }
}
