import { setImmediate } from "node:timers/promises";
import type { AccountId } from "@repute/domain";
import type { RatingRow } from "../rows/ratings.js";
import { slices } from "../rows/slices.js";
import type { Session } from "../session.js";

/** How many entries are alike, for one unit of work. */
export type RatingCounts = {
  /** Counts rows in, or out with -1. */
  add(rows: readonly RatingRow[], by: 1 | -1): void;
  /** Stores what was counted so far: before the counts are read, and before the unit of work ends. */
  store(): Promise<void>;
};

/** One look at a difference is short, so that many are stored together. */
const mostAtOnce = 1_000;

/**
 * Counts in memory, where a bulk load counts the same few hundred again and again: a row that is changed so often in one
 * transaction becomes as many versions on PostgreSQL, and each change looks through all of them.
 */
export function ratingCounts(session: Session, account: AccountId): RatingCounts {
  const totals = new Map<string, { readonly counted: readonly (number | string)[]; total: number }>();
  return {
    add(rows, by) {
      for (const row of rows) {
        const counted = countedOf(row);
        const name = counted.join(" ");
        const one = totals.get(name);
        if (one) one.total += by;
        else totals.set(name, { counted, total: by });
      }
    },
    async store() {
      const differences = [...totals.values()].filter(({ total }) => total !== 0);
      totals.clear();
      const rows = differences.map(({ counted, total }) => [...counted, total]);
      for (const slice of slices(rows, () => 1, mostAtOnce)) {
        await session.run(addition(session), [account, JSON.stringify(slice)]);
        await setImmediate();
      }
    },
  };
}

/** By what ratings are counted together. */
const countedOf = ({ platformId, list, locationId, providerId, rating }: RatingRow) =>
  [platformId, list, locationId, providerId, rating] as const;

function addition({ dialect }: Session): string {
  const kinds = ["integer", "text", "integer", "integer", "real", "integer"] as const;
  const values = kinds.map((kind, index) => dialect.member(index, kind));
  return `INSERT INTO rating_counts (account_id, platform_id, list, location_id, provider_id, rating, total)
    SELECT $1, ${values.join(", ")} FROM ${dialect.elements("$2")} WHERE true
    ON CONFLICT (account_id, platform_id, list, location_id, provider_id, rating)
      DO UPDATE SET total = rating_counts.total + excluded.total`;
}
