import { type CalendarDate, dayNumber } from "../../foundation/kernel/calendar-date.js";
import type { Cents } from "../../foundation/kernel/cents.js";
import type { CampaignId, SpendId } from "../../foundation/kernel/ids.js";

/** Cost of a campaign in a period. The days `from` and `to` are inclusive. */
export type Spend = {
  readonly id: SpendId;
  readonly campaignId: CampaignId;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly amount: Cents;
};

/**
 * Returns the share of a campaign cost for the days from `from` to `to`, inclusive. The amount is distributed evenly
 * over its days in whole cents. The first days get one cent each of the remainder.
 */
export function spendWithin(spend: Spend, from: CalendarDate, to: CalendarDate): Cents {
  const begin = dayNumber(spend.from);
  const days = dayNumber(spend.to) - begin + 1;
  const within = (day: number) => Math.min(Math.max(day - begin, 0), days);
  const [first, end] = [within(dayNumber(from)), within(dayNumber(to) + 1)];
  return (first < end ? spentBefore(end, days, spend.amount) - spentBefore(first, days, spend.amount) : 0) as Cents;
}

/** Returns the cents spent in the first `day` days, if `amount` is spread over `days` days. Refunds are negative. */
function spentBefore(day: number, days: number, amount: number): number {
  const daily = Math.trunc(amount / days);
  const leftOver = amount - daily * days;
  return day * daily + Math.sign(leftOver) * Math.min(day, Math.abs(leftOver));
}
