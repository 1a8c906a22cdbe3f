import type { ListReading } from "../feed/feed.js";
import { parseRatings } from "../kernel/id-list.js";
import type { AccountId } from "../kernel/ids.js";
import type { AppliedWindow } from "../kernel/window.js";
import { parseWindow } from "../kernel/window.js";
import type { Ports } from "../ports.js";

/** The query of the review list, as text; absent members select nothing away. */
export type ReviewQuery = { readonly date?: string; readonly end?: string; readonly rating?: string };

/** The account's reviews, newest first; `date` alone takes the 24 hours after it. */
export function listReviews({ storage }: Pick<Ports, "storage">) {
  return async (account: AccountId, { date, end, rating }: ReviewQuery): Promise<ListReading<AppliedWindow>> => {
    const { timeZone } = await storage.read(account, ({ settings }) => settings.read(account));
    const window = parseWindow({ start: ["date", date], end: ["end", end] }, "next-24-hours", timeZone);
    const slice = {
      ...(window && { window: window.window }),
      ...(rating !== undefined && { ratings: parseRatings("rating", rating) }),
    };
    return { window, batches: storage.feed.read(account, "reviews", slice) };
  };
}
