import type { FeedEntry, FeedId } from "../../foundation/feed/feed.js";
import { pagesOfEntries, plainEntry, type RecordPage, type RecordStore } from "../../foundation/feed/publication.js";
import type { AccountId, CampaignId, SpendId } from "../../foundation/kernel/ids.js";
import { sameValue } from "../../foundation/kernel/json.js";
import { date, idOf, money, ownId } from "../../foundation/kernel/line-fields.js";
import { type Shaped, writeLine } from "../../foundation/kernel/line-shape.js";
import { type Cents, decimalText } from "../../foundation/kernel/numbers.js";
import type { ReadStores } from "../../foundation/kernel/storage.js";
import { type CalendarDate, dayNumber, type Instant, plusDays } from "../../foundation/kernel/times.js";
import { plainLists } from "../../foundation/records/record-lists.js";
import {
  countOnly,
  idsIn,
  type LoadedType,
  mentionedIn,
  recordMentions,
  storedLines,
  storingRecords,
} from "../../foundation/records/record-type.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";

/** Cost of a campaign in a period. The days `from` and `to` are inclusive. */
export type Spend = {
  readonly id: SpendId;
  readonly campaignId: CampaignId;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly amount: Cents;
};

/** Store of the costs of campaigns. */
export interface SpendStore extends RecordStore<Spend> {
  /** Returns the campaign costs whose periods overlap a range of days, in any order. Both days are inclusive. */
  within(account: AccountId, from: CalendarDate, to: CalendarDate): Promise<Spend[]>;
}

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

/** Fields of a `spend` line in a bundle. */
export const spendLine = {
  id: ownId<SpendId>(),
  campaign_id: idOf<CampaignId>("campaign"),
  start_date: date,
  end_date: date,
  amount: money,
};

const spendFromLine = (line: Shaped<typeof spendLine>): Spend => ({
  id: line.id,
  campaignId: line.campaign_id,
  from: line.start_date,
  to: line.end_date,
  amount: line.amount,
});

/** Number of campaign costs per page. Small, because a campaign cost usually has an entry for each day of a month. */
const spendsPerPage = 50;

const pages = ({ spends }: ReadStores, account: AccountId, page: RecordPage) => spends.page(account, page);

const spendToLine = ({ from, to, ...spend }: Spend) => writeLine(spendLine, { ...spend, startDate: from, endDate: to });

/** Record type for campaign costs. Each campaign cost has one list entry per day. */
export const spendType: LoadedType<"spend"> = {
  kind: "spend",
  lines: {
    shape: spendLine,
    keys: ["id"],
    weight: 20,
    pages,
    stored: storedLines(pages, spendToLine),
    storing: storingRecords(spendLine, spendFromLine, recordSpends),
    removing: async (keys, work) => countOnly(await removeSpends(idsIn(keys), work)),
  },
  lists: plainLists(({ spends }) => spends, publishSpends, { limit: spendsPerPage }),
  mentions: recordMentions({ kind: "spend", mentions: mentionedIn(spendLine), page: pages }),
};

type Work = Pick<UnitOfWork, "stores" | "account" | "now">;

/** Stores and publishes new and changed campaign costs. Returns the new and changed costs. */
async function recordSpends(spends: readonly Spend[], work: Work): Promise<readonly Spend[]> {
  const { stores, account } = work;
  const ids = spends.map(({ id }) => id);
  const known = new Map((await stores.spends.byIds(account, ids)).map((one) => [one.id, one]));
  const changed = spends.filter((one) => !sameValue(one, known.get(one.id)));
  await stores.spends.save(account, changed);
  const before = changed.flatMap(({ id }) => known.get(id) ?? []);
  await publishSpends(changed, work, before);
  return changed;
}

/** Deletes campaign costs and their list entries. Returns the costs that existed. */
async function removeSpends(ids: readonly SpendId[], work: Work): Promise<readonly Spend[]> {
  const { stores, account } = work;
  const found = await stores.spends.byIds(account, ids);
  await stores.spends.remove(account, ids);
  await publishSpends([], work, found);
  return found;
}

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
async function publishSpends(
  spends: readonly Spend[],
  { stores, account, now }: Work,
  before: readonly Spend[] = [],
): Promise<void> {
  const after = new Map(spends.map((spend) => [spend.id, spend]));
  for (const page of pagesOfEntries(deletedDays(before, after))) await stores.feed.remove(account, "spends", page);
  for (const page of pagesOfEntries(entriesOf(spends, now))) await stores.feed.publish(account, "spends", page);
}

function* deletedDays(before: readonly Spend[], after: ReadonlyMap<Spend["id"], Spend>): Generator<FeedId, void> {
  for (const spend of before) {
    const now = after.get(spend.id);
    for (const day of daysOf(spend)) if (!now || spendWithin(now, day, day) === 0) yield feedIdOf(spend, day);
  }
}

function* entriesOf(spends: readonly Spend[], now: Instant): Generator<FeedEntry, void> {
  for (const spend of spends) {
    for (const day of daysOf(spend)) {
      const amount = decimalText(spendWithin(spend, day, day));
      const item: SpendItem = { campaign_id: spend.campaignId, day, amount };
      yield plainEntry({ ...feedIdOf(spend, day), at: Date.parse(day), name: `${spend.id}-${day}`, item }, now);
    }
  }
}

function* daysOf(spend: Spend): Generator<CalendarDate, void> {
  for (let day = spend.from; day <= spend.to; day = plusDays(day, 1)) {
    if (spendWithin(spend, day, day) !== 0) yield day;
  }
}

/** Returns the feed id for one day of a campaign cost. The member `kind` is the day as a number, such as 20260301. */
const feedIdOf = ({ id }: Spend, day: CalendarDate): FeedId => ({ kind: Number(day.replaceAll("-", "")), id });
