import { describe, expect, it } from "@jest/globals";
import type { AccountId } from "@repute/domain";
import { aLocation } from "@repute/domain/testing";
import { cachedCatalogs } from "./cached-catalogs.js";

const [mine, other, third] = [1, 2, 3] as [AccountId, AccountId, AccountId];
const locations = [aLocation()];
const size = JSON.stringify(locations).length;

describe("a cache of catalogs", () => {
  it("finds a part only under its account, version and name", () => {
    const cache = cachedCatalogs();
    cache.keep(mine, "a", "locations", locations);
    expect(cache.find(mine, "a", "locations")).toBe(locations);
    expect(cache.find(mine, "a", "providers")).toBeUndefined();
    expect(cache.find(other, "a", "locations")).toBeUndefined();
  });

  it("forgets a version as soon as another version is read", () => {
    const cache = cachedCatalogs();
    cache.keep(mine, "a", "locations", locations);
    expect(cache.find(mine, "b", "locations")).toBeUndefined();
    expect(cache.find(mine, "a", "locations")).toBeUndefined();
  });

  it("evicts the least recently used account above its limit, and keeps no part that exceeds the limit", () => {
    const cache = cachedCatalogs(2 * size);
    for (const account of [mine, other]) cache.keep(account, "a", "locations", locations);
    cache.find(mine, "a", "locations");
    cache.keep(third, "a", "locations", locations);
    const isCached = (account: AccountId) => cache.find(account, "a", "locations") !== undefined;
    expect([mine, other, third].map(isCached)).toEqual([true, false, true]);
    cache.keep(other, "a", "locations", [...locations, ...locations, ...locations]);
    expect([mine, other, third].map(isCached)).toEqual([true, false, true]);
  });
});
