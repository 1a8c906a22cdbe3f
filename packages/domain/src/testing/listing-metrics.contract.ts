import type { AccountId } from "../foundation/kernel/ids.js";
import { type ListingMetric, metricTypes } from "../subjects/listings/listing-metric.js";
import { aLocation, locationId } from "./builders.js";
import { aListingMetric } from "./conversion-builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

export function listingMetricsContract(fresh: Fresh): void {
  describe("listing metrics", () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, ...metrics: ListingMetric[]) =>
      open.storage.transact(account, async ({ catalog, listingMetrics }) => {
        await catalog.save(account, { locations: [2, 9, 10].map((id) => aLocation({ id: locationId(id) })) });
        await listingMetrics.save(account, metrics);
      });
    const all = (account: AccountId) => open.storage.read(account, (stores) => stores.listingMetrics.all(account));
    const metric = (id: number, month: number, type: ListingMetric["type"] = "views_maps", count = 1) =>
      aListingMetric({ locationId: locationId(id), month, type, count });

    it("are returned with all fields by location, month and type, with numeric ids", async () => {
      const types = metricTypes.map((type, index) => metric(9, 202602, type, index * 3_000_000_000));
      const others = [metric(10, 202512), metric(9, 202601), metric(2, 202612), metric(9, 202512)];
      await save(open.mine, ...types, ...others);
      const [december, january, last, first] = [metric(9, 202512), metric(9, 202601), others[0], others[2]];
      const alphabetical = [...types].sort((a, b) => (a.type < b.type ? -1 : 1));
      expect(await all(open.mine)).toEqual([first, december, january, ...alphabetical, last]);
    });

    it("are returned in pages, each after the last key of the previous page", async () => {
      const types = metricTypes.map((type) => metric(9, 202602, type));
      await save(open.mine, metric(10, 202512), ...types, metric(9, 202601), metric(2, 202612));
      await save(open.other, metric(9, 202603));
      const pages: ListingMetric[][] = [];
      for (let after: ListingMetric | undefined; pages.at(-1)?.length !== 0; after = pages.at(-1)?.at(-1)) {
        const page = { limit: 3, ...(after && { after }) };
        pages.push(await open.storage.read(open.mine, (stores) => stores.listingMetrics.all(open.mine, page)));
      }
      expect(pages.map(({ length }) => length)).toEqual([3, 3, 2, 0]);
      expect(pages.flat()).toEqual(await all(open.mine));
    });

    it("are empty at first", async () => {
      expect(await all(open.mine)).toEqual([]);
    });

    it("are replaced by location, month and type", async () => {
      await save(open.mine, metric(2, 202601), metric(2, 202602), metric(2, 202601, "views_search"));
      await save(open.mine, metric(2, 202601, "views_maps", 7));
      expect(await all(open.mine)).toEqual([
        metric(2, 202601, "views_maps", 7),
        metric(2, 202601, "views_search"),
        metric(2, 202602),
      ]);
    });

    it("are found by their whole keys, for their account only", async () => {
      await save(open.mine, metric(2, 202601), metric(2, 202602), metric(9, 202601));
      await save(open.other, metric(2, 202601, "views_maps", 5), metric(9, 202602));
      const requested = [metric(2, 202601, "views_maps", 99), metric(2, 202601, "views_search"), metric(9, 202602)];
      const byKeys = (keys: ListingMetric[]) =>
        open.storage.transact(open.mine, ({ listingMetrics }) => listingMetrics.byKeys(open.mine, keys));
      expect(await byKeys(requested)).toEqual([metric(2, 202601)]);
      expect(await byKeys([])).toEqual([]);
      expect(await all(open.other)).toEqual([metric(2, 202601, "views_maps", 5), metric(9, 202602)]);
    });
  });
}
