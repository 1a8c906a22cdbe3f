import { namedParts, type Names, namesOf } from "../../foundation/catalog/names.js";
import type { RatingCount } from "../../foundation/feed/feed.js";
import type { CountedList, ListCounts } from "../../foundation/feed/list-counts.js";
import { invalidParameter, unavailable } from "../../foundation/kernel/domain-error.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { roundedRating } from "../../foundation/kernel/numbers.js";
import { slots } from "../../foundation/kernel/slots.js";
import type { Cancellation, Ports } from "../../foundation/kernel/storage.js";
import { type Instant, localDate, plus, type TimeZone } from "../../foundation/kernel/times.js";
import type { AppliedWindow } from "../../foundation/kernel/window.js";
import { parseRange, type RangeQuery } from "../../foundation/lists/list-query.js";
import { averageOf } from "../../subjects/widget/aggregates.js";
import { countsByMonth, type Month, monthsBetween } from "./month-counts.js";

/** Time range of an overview, as strings. The start and the end are both required. */
export type OverviewQuery = RangeQuery;

/** Number of reviews, and the average of all ratings. The average is unrounded, and `null` without ratings. */
type ReviewFigures = { readonly total: number; readonly rated: number; readonly average: number | null };

/** Reviews of a location, a provider or a platform. Both members are `null` if the review has none. */
type ReviewGroup = ReviewFigures & { readonly id: number | null; readonly name: string | null };

/** NPS surveys. `score` is the share of promoters minus the share of detractors in percent, unrounded. */
type NpsFigures = {
  readonly total: number;
  readonly promoters: number;
  readonly passives: number;
  readonly detractors: number;
  readonly score: number | null;
};

/** Number of invites sent, and of invites that the recipients opened, clicked and followed to a review. */
type InviteFigures = Readonly<Record<"sent" | "opened" | "clicked" | "reviewed", number>>;

/** Number of conversions of a channel, and of conversions that are linked to an appointment. */
type ChannelFigures = { readonly channel: string; readonly total: number; readonly linked: number };

/** Figures of one month. */
type OverviewMonth = {
  readonly month: string;
  readonly reviews: ReviewFigures;
  readonly nps: NpsFigures;
  readonly invites: InviteFigures;
  readonly conversions: readonly ChannelFigures[];
};

/** Figures of an account over several months. */
export type Overview = {
  readonly time_zone: string;
  readonly months: readonly OverviewMonth[];
  readonly reviews: ReviewFigures;
  /** Reviews by rating, rounded to whole stars, highest rating first, then reviews that have no rating (`null`). */
  readonly ratings: readonly { readonly rating: number | null; readonly total: number }[];
  readonly locations: readonly ReviewGroup[];
  readonly providers: readonly ReviewGroup[];
  readonly platforms: readonly ReviewGroup[];
};

export const maxOverviewMonths = 36;

/**
 * Counts an account's reviews, NPS surveys, invites and conversions by month. Reads take turns by account.
 * Throws `too_many_lists` if too many reads wait.
 */
export function readOverview({ storage }: Pick<Ports, "storage">) {
  const inTurn = slots({ atOnce: 2, maxWaiting: 254, maxPerAccount: 32 }, overviewBusy);
  async function read(account: AccountId, query: OverviewQuery, cancellation?: Cancellation) {
    const { zone, names } = await storage.read(account, async ({ settings, catalog }) => ({
      zone: (await settings.read(account)).timeZone,
      names: namesOf(await catalog.read(account, ...namedParts)),
    }));
    const window = parseRange(query, zone);
    const months = monthsIn(window, zone);
    const of = (list: CountedList) => countsByMonth({ storage }, { account, list, months }, cancellation);
    const reviews = await of("reviews");
    const others = [await of("surveys"), await of("invites"), await of("conversions")] as const;
    return { window, overview: overviewOf({ zone, names, months }, reviews, ...others) };
  }
  return (
    account: AccountId,
    query: OverviewQuery,
    cancellation?: Cancellation,
  ): Promise<{ readonly window: AppliedWindow; readonly overview: Overview }> =>
    inTurn(account, () => read(account, query, cancellation), cancellation);
}

const overviewBusy = () => unavailable("too_many_lists", "too many lists are being read; try again in a moment");

/** Returns the months of a time range. The first and the last month can be incomplete. Throws `too_many_months`. */
function monthsIn({ from, to }: AppliedWindow, zone: TimeZone): readonly Month[] {
  if (from === undefined || to === undefined) return [];
  const [first, last] = [from, plus(to, -1)].map((instant) => localDate(instant, zone).slice(0, 7)) as [string, string];
  if (numberOf(last) - numberOf(first) >= maxOverviewMonths) {
    const message = `the overview covers at most ${maxOverviewMonths} months`;
    throw invalidParameter("too_many_months", "start_date", message);
  }
  return monthsBetween(first, last, zone).map((month) => ({
    ...month,
    from: Math.max(month.from, from) as Instant,
    to: Math.min(month.to, to) as Instant,
  }));
}

const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));

type Described = { readonly zone: TimeZone; readonly names: Names; readonly months: readonly Month[] };

function overviewOf(
  { zone, names, months }: Described,
  reviews: readonly ListCounts[],
  ...[surveys, invites, conversions]: readonly (readonly ListCounts[])[]
): Overview {
  const of = (all: readonly ListCounts[] | undefined, index: number) => all?.[index]?.counts ?? {};
  const groups = reviewGroups(reviews.map(({ counts }) => counts));
  const whole = groups.get("all")?.get("") ?? [];
  const listed = (kind: string, nameOf: (id: never) => string | null) => listedGroups(groups.get(kind), nameOf);
  return {
    time_zone: zone,
    months: months.map(({ name }, index) => ({
      month: name,
      reviews: figuresOf(
        reviewGroups([of(reviews, index)])
          .get("all")
          ?.get("") ?? [],
      ),
      nps: npsOf(of(surveys, index)),
      invites: invitesOf(of(invites, index)),
      conversions: channelsOf(of(conversions, index)),
    })),
    reviews: figuresOf(whole),
    ratings: distributionOf(whole),
    locations: listed("location", (id) => names.location(id).name),
    providers: listed("provider", (id) => names.provider(id).name),
    platforms: listed("platform", (id) => names.platform(id)),
  };
}

/** Number of reviews with a rating, or with no rating. */
type Rated = { readonly rating: number | null; readonly total: number };

/** Adds up counts of reviews. Returns the ratings by kind of group and by id. The id of the group `all` is empty. */
function reviewGroups(all: readonly ListCounts["counts"][]) {
  const kinds = new Map<string, Map<string, Rated[]>>();
  for (const counts of all) {
    for (const [name, total] of Object.entries(counts)) {
      const parts = name.split(" ");
      const [kind = "", id = "", rating] = parts.length === 2 ? [parts[0], "", parts[1]] : parts;
      const ids = kinds.get(kind) ?? new Map<string, Rated[]>();
      const group = ids.get(id) ?? [];
      group.push({ rating: rating === "none" ? null : Number(rating), total });
      kinds.set(kind, ids.set(id, group));
    }
  }
  return kinds;
}

function figuresOf(group: readonly Rated[]): ReviewFigures {
  const total = group.reduce((sum, one) => sum + one.total, 0);
  const { total: rated, average } = averageOf(ratingsOf(group));
  return { total, rated, average: rated === 0 ? null : average };
}

/** Returns the ratings in ascending order, so that sums do not depend on the order in which months were counted. */
function ratingsOf(group: readonly Rated[]): readonly RatingCount[] {
  const totals = new Map<number, number>();
  for (const { rating, total } of group) {
    if (rating !== null) totals.set(rating, (totals.get(rating) ?? 0) + total);
  }
  return [...totals].map(([rating, total]) => ({ rating, total })).sort((a, b) => a.rating - b.rating);
}

function distributionOf(group: readonly Rated[]): Overview["ratings"] {
  const of = (stars: number | null) =>
    group.reduce((sum, { rating, total }) => (roundedRating(rating) === stars ? sum + total : sum), 0);
  return [5, 4, 3, 2, 1, null].map((rating) => ({ rating, total: of(rating) }));
}

/** Lists groups by number of reviews, descending, then by id. */
function listedGroups(
  groups: ReadonlyMap<string, readonly Rated[]> | undefined,
  nameOf: (id: never) => string | null,
): readonly ReviewGroup[] {
  return [...(groups ?? [])]
    .map(([text, group]) => {
      const id = text === "null" ? null : Number(text);
      return { id, name: id === null ? null : nameOf(id as never), ...figuresOf(group) };
    })
    .sort((a, b) => b.total - a.total || (a.id ?? Infinity) - (b.id ?? Infinity));
}

function npsOf(counts: ListCounts["counts"]): NpsFigures {
  const sum = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => counts[`nps ${from + index}`] ?? 0).reduce((a, b) => a + b, 0);
  const [detractors, passives, promoters] = [sum(0, 6), sum(7, 8), sum(9, 10)];
  const total = detractors + passives + promoters;
  const score = total === 0 ? null : ((promoters - detractors) * 100) / total;
  return { total, promoters, passives, detractors, score };
}

const invitesOf = ({ sent = 0, opened = 0, clicked = 0, reviewed = 0 }: ListCounts["counts"]): InviteFigures => ({
  ...{ sent, opened, clicked, reviewed },
});

/** Lists channels by name, ignoring case. */
function channelsOf(counts: ListCounts["counts"]): readonly ChannelFigures[] {
  return Object.entries(counts)
    .flatMap(([name, total]) => (name.startsWith("all ") ? [{ channel: name.slice(4), total }] : []))
    .map(({ channel, total }) => ({ channel, total, linked: counts[`linked ${channel}`] ?? 0 }))
    .sort((a, b) => compare(a.channel.toLowerCase(), b.channel.toLowerCase()) || compare(a.channel, b.channel));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
