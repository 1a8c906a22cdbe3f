import type { Rated } from "../foundation/feed/feed.js";
import { countsOf, type RatingReader } from "../foundation/feed/ratings.js";
import type { Draft, StoredEntry } from "./account-state.js";
import { passes } from "./memory-feed.js";

type RatedEntry = StoredEntry & { readonly rated: Rated };

const isRated = (entry: StoredEntry): entry is RatedEntry => entry.rated !== undefined;

export function memoryRatingReader(draft: Draft): RatingReader {
  const entriesOf = (list: string) => [...(draft.state.lists.get(list as never)?.values() ?? [])].filter(isRated);
  return {
    async counts(_account, { reviewPlatformIds, surveyPlatformIds, filter }) {
      const counted = [...draft.state.lists.keys()].flatMap((list) => {
        const platforms = list === "reviews" ? [...reviewPlatformIds, ...surveyPlatformIds] : surveyPlatformIds;
        return entriesOf(list).filter((entry) => passes(filter, entry) && platforms.includes(entry.rated.platformId));
      });
      return countsOf(counted.map(({ rated }) => rated.rating));
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
