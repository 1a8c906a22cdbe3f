import { type CountedList, countedLists, type ListCounts } from "../../foundation/feed/list-counts.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Cancellation, Ports } from "../../foundation/kernel/storage.js";
import {
  type CalendarDate,
  type Instant,
  localDate,
  startOfDay,
  type TimeZone,
} from "../../foundation/kernel/times.js";
import { readItems } from "../../foundation/lists/read-list.js";
import type { ConversionItem } from "../../subjects/conversions/conversion-item.js";
import type { InviteItem } from "../../subjects/invites/invite-item.js";
import type { ReviewItem } from "../../subjects/reviews/review-item.js";

/** Month in the account's time zone. `name` has the form `YYYY-MM`. */
export type Month = { readonly name: string; readonly from: Instant; readonly to: Instant };

/** Returns the months from the month `first` to the month `last`, inclusive. Both have the form `YYYY-MM`. */
export function monthsBetween(first: string, last: string, zone: TimeZone): readonly Month[] {
  const months: Month[] = [];
  const startOf = (name: string) => startOfDay(`${name}-01` as CalendarDate, zone);
  for (let name = first; name <= last; name = monthAfter(name)) {
    months.push({ name, from: startOf(name), to: startOf(monthAfter(name)) });
  }
  return months;
}

const monthAfter = (name: string): string => plusMonths(name, 1);

const plusMonths = (name: string, months: number): string => {
  const date = new Date(`${name}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
};

type CountPorts = Pick<Ports, "storage">;

/** Months of a list to count. */
type Wanted = { readonly account: AccountId; readonly list: CountedList; readonly months: readonly Month[] };

/** Returns the counts of each month of a list, in the order of the months. Reads the items of months without stored counts. */
export async function countsByMonth(
  { storage }: CountPorts,
  { account, list, months }: Wanted,
  cancellation?: Cancellation,
): Promise<readonly ListCounts[]> {
  const known = await storedCounts({ storage }, { account, list, months });
  const all: ListCounts[] = [];
  for (const month of months) {
    all.push(known.get(rangeOf(month)) ?? (await countItems({ storage }, account, list, month, cancellation)));
  }
  return all;
}

async function storedCounts({ storage }: CountPorts, { account, list, months }: Wanted) {
  const [first, last] = [months.at(0), months.at(-1)];
  const stored = first && last ? await storage.counts.stored(account, list, first.from, last.to) : [];
  return new Map(stored.map((one) => [rangeOf(one), one]));
}

const rangeOf = ({ from, to }: Pick<Month, "from" | "to">) => `${from} ${to}`;

async function countItems(
  { storage }: CountPorts,
  account: AccountId,
  list: CountedList,
  { from, to }: Month,
  cancellation?: Cancellation,
): Promise<ListCounts> {
  const counts = new Map<string, number>();
  const items = readItems<never>({
    read: () => storage.feed.read(account, list, { window: { from, to }, keyed: true }),
  });
  for await (const item of items) {
    if (cancellation?.aborted) throw cancellation.reason as Error;
    for (const name of countedAs[list](item)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return { list, from, to, counts: Object.fromEntries(counts) };
}

/** Names of the counts to which an item of a list with `keys=true` adds one. The first word says what is counted. */
const countedAs: Readonly<Record<CountedList, (item: never) => readonly string[]>> = {
  reviews({ rating, location_id: location, provider_id: provider, _platform_id: platform }: ReviewItem) {
    const stars = rating ?? "none";
    return [
      ...[`all ${stars}`, `location ${location} ${stars}`],
      ...[`provider ${provider} ${stars}`, `platform ${platform} ${stars}`],
    ];
  },
  surveys: ({ nps_rating: rating }: ReviewItem) => [`nps ${rating}`],
  invites: ({ opened, clicked, proceeded_to_review: reviewed }: InviteItem) => [
    ...["sent", ...(opened === null ? [] : ["opened"])],
    ...[...(clicked.length > 0 ? ["clicked"] : []), ...(reviewed ? ["reviewed"] : [])],
  ],
  conversions: ({ channel, _appointment_id: appointment }: ConversionItem) =>
    typeof appointment === "number" ? [`all ${channel}`, `linked ${channel}`] : [`all ${channel}`],
};

/** Number of months whose counts are stored: the current month and the months before it. */
const storedMonths = 36;

/**
 * Counts the items of all lists in the last months and stores the counts.
 * Skips a month if the account changes while its items are counted.
 */
export function storeCounts({ storage, clock }: Pick<Ports, "storage" | "clock">) {
  return async (account: AccountId, isStopping: () => boolean = () => false): Promise<void> => {
    const { timeZone } = await storage.read(account, ({ settings }) => settings.read(account));
    const last = localDate(clock(), timeZone).slice(0, 7);
    const months = monthsBetween(plusMonths(last, 1 - storedMonths), last, timeZone);
    for (const list of countedLists) {
      const known = await storedCounts({ storage }, { account, list, months });
      for (const month of months.filter((one) => !known.has(rangeOf(one)))) {
        if (isStopping()) return;
        const { revision } = await storage.feed.state(account);
        const counted = await countItems({ storage }, account, list, month);
        if (Object.keys(counted.counts).length > 0) await storage.counts.store(account, [counted], revision);
      }
    }
  };
}
