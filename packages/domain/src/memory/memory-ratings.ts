import type { Rated } from "../foundation/feed/feed.js";
import type { RatingReader } from "../foundation/feed/ratings.js";
import type { Draft, StoredEntry } from "./account-state.js";
import { passes } from "./memory-feed.js";

type RatedEntry = StoredEntry & { readonly rated: Rated };

const isRated = (entry: StoredEntry): entry is RatedEntry => entry.rated !== undefined;

export function memoryRatingReader(draft: Draft): RatingReader {
  const entriesOf = (list: string) => [...(draft.state.lists.get(list as never)?.values() ?? [])].filter(isRated);
  return {
    async counts(_account, { reviewPlatformIds, surveyPlatformIds, filter }) {
      const totals = new Map<number, number>();
      for (const list of draft.state.lists.keys()) {
        const platforms = list === "reviews" ? [...reviewPlatformIds, ...surveyPlatformIds] : surveyPlatformIds;
        const counted = entriesOf(list).filter((entry) => passes(filter, entry));
        for (const { rated } of counted.filter((entry) => platforms.includes(entry.rated.platformId))) {
          totals.set(rated.rating, (totals.get(rated.rating) ?? 0) + 1);
        }
      }
      return [...totals].map(([rating, total]) => ({ rating, total })).sort((a, b) => a.rating - b.rating);
    },
    async shown(_account, { platformIds, minRating, window = {}, filter, limit }) {
      const { from = -Infinity, to = Infinity } = window;
      return entriesOf("reviews")
        .filter(({ rated }) => rated.isShown && rated.rating >= minRating && platformIds.includes(rated.platformId))
        .filter((entry) => entry.at >= from && entry.at < to && passes(filter, entry))
        .sort((a, b) => b.at - a.at || b.kind - a.kind || b.id - a.id)
        .slice(0, limit)
        .map(({ json }) => json);
    },
  };
}
