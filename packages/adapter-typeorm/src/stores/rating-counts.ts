import { setImmediate } from "node:timers/promises";
import type { AccountId } from "@repute/domain";
import type { Session } from "../engine/session.js";
import type { RatingRow } from "../tables/ratings.js";
import { slices } from "../tables/slices.js";

/** Collects changes to rating counts during a unit of work. */
export type RatingCounts = {
  /** Adds rows to the counts, or subtracts them if `by` is -1. */
  add(rows: readonly RatingRow[], by: 1 | -1): void;
  /** Stores the collected changes. Call this before counts are read, and at the end of the unit of work. */
  store(): Promise<void>;
};

/** Maximum number of rating counts that one statement updates. The number is high because each update is fast. */
const batchSize = 1_000;

/**
 * Collects changes to rating counts in memory. A bulk load changes the same few hundred counts repeatedly.
 * On PostgreSQL, each update in a transaction would add a row version, and later updates would scan all versions.
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
      for (const slice of slices(rows, () => 1, batchSize)) {
        await session.run(addition(session), [account, JSON.stringify(slice)]);
        await setImmediate();
      }
    },
  };
}

/** Returns the values that identify a rating count. */
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
