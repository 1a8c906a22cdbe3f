import type { Renamed } from "../catalog/names.js";
import { namedParts, namesOf } from "../catalog/names.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import { sameValue } from "../kernel/same-value.js";
import type { Stores } from "../ports.js";
import type { Names } from "../catalog/names.js";
import type { Review } from "./review.js";
import { reviewEntry } from "./review-item.js";

const slice = 1_000;

/** Stores and publishes those of `reviews` that are new or differ from what is stored; answers how many. */
export async function recordReviews(
  stores: Stores,
  account: AccountId,
  reviews: readonly Review[],
  names: Names,
  now: Instant,
): Promise<number> {
  const stored = await stores.reviews.byIds(
    account,
    reviews.map(({ id }) => id),
  );
  const known = new Map(stored.map((review) => [review.id, review]));
  const changed = reviews.filter((review) => !sameValue(review, known.get(review.id)));
  await stores.reviews.save(account, changed);
  await publish(stores, account, changed, names, now);
  return changed.length;
}

/**
 * Renders reviews again: those that mention something renamed, or all of them. Goes slice by slice, so that other
 * requests get their turn; answers how many there were.
 */
export async function rerenderReviews(
  stores: Stores,
  account: AccountId,
  now: Instant,
  mentioning?: Renamed,
): Promise<number> {
  const names = namesOf(await stores.catalog.read(account, ...namedParts));
  let count = 0;
  for (let after = 0; ;) {
    const page = await stores.reviews.page(account, { after, limit: slice, ...(mentioning && { mentioning }) });
    await publish(stores, account, page, names, now);
    count += page.length;
    const last = page.at(-1);
    if (!last || page.length < slice) return count;
    after = last.id;
  }
}

/** In the order of their time: that is how the feed lies on disk. */
function publish(
  stores: Stores,
  account: AccountId,
  reviews: readonly Review[],
  names: Names,
  now: Instant,
): Promise<void> {
  const entries = reviews.map((review) => reviewEntry(review, names, now)).sort((a, b) => a.at - b.at);
  return stores.feed.publish(account, "reviews", entries);
}
