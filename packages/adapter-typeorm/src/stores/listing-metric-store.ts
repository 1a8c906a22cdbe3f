import { setImmediate } from "node:timers/promises";
import type { ListingMetric, ListingMetricStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { listingMetricTable } from "../tables/catalog.js";
import { isAmong } from "../tables/lookup-table.js";
import { slices } from "../tables/slices.js";

export function listingMetricStore(session: Session): ListingMetricStore {
  return {
    all(account, page) {
      const { locationId, month, type } = page?.after ?? first;
      const values = [account, locationId, month, type, page?.limit ?? Number.MAX_SAFE_INTEGER];
      return listingMetricTable.find(session, sorted, values);
    },
    async byKeys(account, keys) {
      const found: ListingMetric[] = [];
      const members = keys.map(({ locationId, month, type }) => [locationId, month, type]);
      for (const slice of slices(members, () => 1)) {
        found.push(...(await listingMetricTable.find(session, withKeys(session), [account, JSON.stringify(slice)])));
        await setImmediate();
      }
      return found;
    },
    ofLocation: (account, location) =>
      listingMetricTable.find(session, "account_id = $1 AND location_id = $2", [account, location]),
    remove: (account, keys) =>
      listingMetricTable.remove(
        session,
        account,
        keys.map((key) => ({ ...key, count: 0 })),
      ),
    save: (account, metrics) => listingMetricTable.save(session, account, metrics),
  };
}

const first = { locationId: 0, month: 0, type: "" };

const sorted = `account_id = $1 AND (location_id, month, metric_type) > ($2, $3, $4)
  ORDER BY location_id, month, metric_type LIMIT $5`;

const monthKeys = { location_id: "integer", month: "integer", metric_type: "text" } as const;

const withKeys = ({ dialect }: Session): string =>
  isAmong(dialect, { table: "listing_metrics", condition: "account_id = $1", keys: monthKeys }, "$2");
