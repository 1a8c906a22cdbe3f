import type { AccountId } from "../kernel/ids.js";
import type { Ports } from "../ports.js";
import { rerenderReviews } from "../reviews/publish-reviews.js";

/** How many items of each list were rendered again. */
export type RebuildReport = { readonly reviews: number };

/**
 * Renders every list of an account again from its records, as one unit of work. Every item then counts as modified
 * now: whoever copies by time of change fetches it once more.
 */
export function rebuildFeed({ storage }: Pick<Ports, "storage">) {
  return (account: AccountId): Promise<RebuildReport> =>
    storage.transact(account, async (stores, now) => {
      await stores.feed.clear(account);
      return { reviews: await rerenderReviews(stores, account, now) };
    });
}
