import type { CalendarDate } from "../kernel/calendar-date.js";
import { dayNumber } from "../kernel/calendar-date.js";
import type { Cents } from "../kernel/cents.js";
import type { CampaignId, SpendId } from "../kernel/ids.js";

/** What a campaign cost over a period; `from` and `to` are both in it. */
export type Spend = {
  readonly id: SpendId;
  readonly campaignId: CampaignId;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly amount: Cents;
};

/**
 * What of a spend falls on the days from `from` to `to`. The amount is spread evenly over its days in whole cents; what
 * is left over falls on the first days, a cent each.
 */
export function spendWithin(spend: Spend, from: CalendarDate, to: CalendarDate): Cents {
  const begin = dayNumber(spend.from);
  const days = dayNumber(spend.to) - begin + 1;
  const within = (day: number) => Math.min(Math.max(day - begin, 0), days);
  const [first, end] = [within(dayNumber(from)), within(dayNumber(to) + 1)];
  return (first < end ? spentBefore(end, days, spend.amount) - spentBefore(first, days, spend.amount) : 0) as Cents;
}

/** The cents of the first `day` of all `days`; those of a refund are negative. */
function spentBefore(day: number, days: number, amount: number): number {
  const daily = Math.trunc(amount / days);
  const leftOver = amount - daily * days;
  return day * daily + Math.sign(leftOver) * Math.min(day, Math.abs(leftOver));
}
