import type { FeedEntry, FeedId } from "../../foundation/feed/feed.js";
import { pagesOfEntries, plainEntry } from "../../foundation/feed/plain-entry.js";
import type { FeedStores } from "../../foundation/feed/publication.js";
import { type CalendarDate, plusDays } from "../../foundation/kernel/calendar-date.js";
import { decimalText } from "../../foundation/kernel/cents.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { type Spend, spendWithin } from "./spend.js";

/** Item of the list of spends, which is available only under `/changes`. */
export type SpendItem = {
  readonly campaign_id: number;
  /** Day of the spend, as `YYYY-MM-DD`. */
  readonly day: string;
  /** Amount spent on this day, as a decimal number in the account's currency, such as `80.50`. */
  readonly amount: string;
};

/**
 * Publishes each day's share of campaign costs, except for days without costs.
 * Removes the published days of the earlier costs (`before`) that no longer have a cost.
 */
export async function publishSpends(
  spends: readonly Spend[],
  { stores, account, now }: Pick<UnitOfWork<FeedStores>, "stores" | "account" | "now">,
  before: readonly Spend[] = [],
): Promise<void> {
  const after = new Map(spends.map((spend) => [spend.id, spend]));
  for (const page of pagesOfEntries(deletedDays(before, after))) await stores.feed.remove(account, "spends", page);
  for (const page of pagesOfEntries(entriesOf(spends, now))) await stores.feed.publish(account, "spends", page);
}

function* deletedDays(before: readonly Spend[], after: ReadonlyMap<Spend["id"], Spend>): Generator<FeedId, void> {
  for (const spend of before) {
    const now = after.get(spend.id);
    for (const day of daysOf(spend)) if (!now || spendWithin(now, day, day) === 0) yield idOf(spend, day);
  }
}

function* entriesOf(spends: readonly Spend[], now: Instant): Generator<FeedEntry, void> {
  for (const spend of spends) {
    for (const day of daysOf(spend)) {
      const amount = decimalText(spendWithin(spend, day, day));
      const item: SpendItem = { campaign_id: spend.campaignId, day, amount };
      yield plainEntry({ ...idOf(spend, day), at: Date.parse(day), name: `${spend.id}-${day}`, item }, now);
    }
  }
}

function* daysOf(spend: Spend): Generator<CalendarDate, void> {
  for (let day = spend.from; day <= spend.to; day = plusDays(day, 1)) {
    if (spendWithin(spend, day, day) !== 0) yield day;
  }
}

/** Returns the feed id for one day of a campaign cost. The member `kind` is the day as a number, such as 20260301. */
const idOf = ({ id }: Spend, day: CalendarDate): FeedId => ({ kind: Number(day.replaceAll("-", "")), id });
