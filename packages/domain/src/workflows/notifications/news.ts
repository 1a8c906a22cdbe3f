import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import { day, hour, type Instant, localDate, plus, plusDays } from "../../foundation/kernel/times.js";
import { unknownStatuses } from "../../subjects/imports/explain.js";
import type { ImportRun, StoredRun } from "../../subjects/imports/import-run.js";
import type { News, Subscription, WeekFigures } from "../../subjects/notifications/subscription.js";
import type { ReviewItem } from "../../subjects/reviews/review-item.js";
import { type Overview, readOverview } from "../overview/overview.js";
import { dataStatus } from "../status/account-status.js";
import { isFailing } from "../webhooks/webhook.js";

/** News with a key, under which a subscription remembers it. A key without news was checked before, or needs no message. */
export type KeyedNews = { readonly key: string; readonly news?: News };

/** Age in milliseconds up to which reviews and imports are news. */
const newsLasts = 7 * day;

/** Maximum number of low reviews and of imports that are looked at, newest first. */
const [maxReviews, maxRuns] = [200, 50];

/** Returns what a subscription's user is notified about at a time, including what the user already knows. */
export async function newsOf(
  ports: Ports,
  account: AccountId,
  { topics, maxRating, reported }: Subscription,
  now: Instant,
): Promise<readonly KeyedNews[]> {
  const found: KeyedNews[] = [];
  if (topics.includes("imports")) {
    found.push(...(await failingSources(ports, account)));
    found.push(...(await runsWithUnknownStatuses(ports, account, reported, now)));
  }
  if (topics.includes("reviews")) found.push(...(await lowReviews(ports, account, maxRating, now)));
  if (topics.includes("webhooks")) found.push(...(await failingWebhooks(ports, account)));
  if (topics.includes("weekly")) found.push(await lastWeek(ports, account, reported, now));
  return found;
}

async function failingWebhooks({ storage }: Ports, account: AccountId): Promise<readonly KeyedNews[]> {
  const all = await storage.read(account, ({ webhooks }) => webhooks.all(account));
  return all.filter(isFailing).map(({ id, failingSince, disabled }) => {
    const kind = disabled === null ? "webhook_failing" : "webhook_disabled";
    const since = failingSince as Instant;
    return { key: `${kind} ${since} ${id}`, news: { kind, webhook: id, since } };
  });
}

async function failingSources(ports: Ports, account: AccountId): Promise<readonly KeyedNews[]> {
  const { sources } = await dataStatus(ports)(account);
  return sources.flatMap(({ name, state, last_arrival: arrived, last_failure: failed, late_since: late }) => {
    if (state !== "failing" && state !== "late") return [];
    const since = (state === "failing" && (failed ?? "") > (arrived ?? "") ? failed : late) ?? "";
    const news = { kind: state, source: name, since: Date.parse(since) as Instant };
    // A source that fails all day is news once.
    return [{ key: `${state} ${since.slice(0, 10)} ${name}`, news }];
  });
}

async function runsWithUnknownStatuses(
  ports: Ports,
  account: AccountId,
  reported: readonly string[],
  now: Instant,
): Promise<readonly KeyedNews[]> {
  const page = { before: Number.MAX_SAFE_INTEGER, limit: maxRuns, tests: false };
  const runs = await ports.storage.read(account, ({ importRuns }) => importRuns.page(account, page));
  const found: KeyedNews[] = [];
  for (const { run } of runs.filter((stored) => isNews(stored, now))) {
    const key = `run ${run.id}`;
    if (reported.includes(key)) found.push({ key });
    else {
      const { length: statuses } = (await unknownStatuses(ports)(account, run.id)).statuses;
      const news = { kind: "unknown_statuses", connection: run.connection, run: run.id, statuses } as const;
      found.push({ key, ...(statuses > 0 && { news }) });
    }
  }
  return found;
}

const isNews = ({ run, undo }: StoredRun, now: Instant): boolean =>
  undo === null && run.uploadedAt > plus(now, -newsLasts) && hasOpenStatuses(run);

const hasOpenStatuses = ({ errors }: ImportRun): boolean =>
  [errors.appointments, errors.invites].some((types) => (types.monitoring_only ?? 0) > 0);

async function lowReviews(
  { storage }: Ports,
  account: AccountId,
  maxRating: number,
  now: Instant,
): Promise<readonly KeyedNews[]> {
  const slice = {
    window: { from: plus(now, -newsLasts), to: plus(now, day) },
    ratings: [1, 2, 3, 4, 5].filter((stars) => stars <= maxRating),
    page: { limit: maxReviews },
  };
  const found: KeyedNews[] = [];
  for await (const { json } of storage.feed.read(account, "reviews", slice))
    for (const { review_id: id, rating = 0, platform, location, create_time: at } of itemsIn(json)) {
      const news = { kind: "low_review", stars: rating, platform, location, at: Date.parse(at) as Instant } as const;
      found.push({ key: `review ${id}`, news });
    }
  return found;
}

/** Hour of Monday at which the figures of the last week are news. */
const startOfWork = 8;

async function lastWeek(
  ports: Ports,
  account: AccountId,
  reported: readonly string[],
  now: Instant,
): Promise<KeyedNews> {
  const { timeZone } = await ports.storage.read(account, ({ settings }) => settings.read(account));
  const today = localDate(plus(now, -startOfWork * hour), timeZone);
  const monday = plusDays(today, -((new Date(today).getUTCDay() + 6) % 7));
  const [from, to] = [plusDays(monday, -7), plusDays(monday, -1)];
  const key = `week ${from}`;
  if (reported.includes(key)) return { key };
  const { overview } = await readOverview(ports)(account, { start_date: from, end_date: to });
  return { key, news: { kind: "week", ...weekFigures(overview), from, to } };
}

/** Adds the figures of the two months in which a week can lie. */
function weekFigures({ months, reviews: { total, average } }: Overview): Omit<WeekFigures, "from" | "to"> {
  const sum = (figureOf: (month: Overview["months"][number]) => number) =>
    months.reduce((all, month) => all + figureOf(month), 0);
  const rated = sum(({ nps }) => nps.total);
  const balance = sum(({ nps }) => nps.promoters - nps.detractors);
  return {
    reviews: { total, average },
    nps: { total: rated, score: rated === 0 ? null : (100 * balance) / rated },
    invites: { sent: sum(({ invites }) => invites.sent), reviewed: sum(({ invites }) => invites.reviewed) },
    conversions: {
      total: sum(({ conversions }) => conversions.reduce((all, one) => all + one.total, 0)),
      linked: sum(({ conversions }) => conversions.reduce((all, one) => all + one.linked, 0)),
    },
  };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

const itemsIn = (json: Uint8Array) => JSON.parse(`[${utf8.decode(json)}]`) as readonly ReviewItem[];
