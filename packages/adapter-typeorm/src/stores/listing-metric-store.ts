import { setImmediate } from "node:timers/promises";
import type { ListingMetric, ListingMetricStore } from "@repute/domain";
import { listingMetricTable } from "../tables/catalog.js";
import { slices } from "../tables/slices.js";
import type { Session } from "../engine/session.js";

export function listingMetricStore(session: Session): ListingMetricStore {
  return {
    all: (account) =>
      listingMetricTable.find(session, "account_id = $1 ORDER BY location_id, month, metric_type", [account]),
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

const withKeys = ({ dialect }: Session): string =>
  `account_id = $1 AND (location_id, month, metric_type) IN
    (SELECT ${dialect.member(0, "integer")}, ${dialect.member(1, "integer")}, ${dialect.member(2, "text")}
      FROM ${dialect.elements("$2")})`;
