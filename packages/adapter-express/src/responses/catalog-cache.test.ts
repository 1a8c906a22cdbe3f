import { describe, expect, it } from "@jest/globals";
import type { AccountId } from "@repute/domain";
import { catalogCache, catalogContent } from "./cacheable-response.js";

const caller = (account: number, catalogVersion?: string) => ({
  account: account as AccountId,
  catalogVersion,
});

/** A cache with these limits that counts how often content is created. */
function counted(maxBytes: number, maxPerAccount: number) {
  const keep = catalogCache(maxBytes, maxPerAccount);
  let made = 0;
  return {
    ask: (who: ReturnType<typeof caller>, name: string, bytes: number) =>
      keep(who, name, async () => {
        made += 1;
        return catalogContent(Buffer.alloc(bytes), "application/json", 1);
      }),
    get made() {
      return made;
    },
  };
}

describe("catalogCache", () => {
  it("creates content once per version, account and name", async () => {
    const cache = counted(1_000, 1_000);
    for (const _ of [1, 2]) {
      await cache.ask(caller(1, "a"), "/v2/locations", 10);
      await cache.ask(caller(1, "a"), "/v2/groups", 10);
      await cache.ask(caller(2, "a"), "/v2/locations", 10);
    }
    expect(cache.made).toBe(3);
    await cache.ask(caller(1, "b"), "/v2/locations", 10);
    await cache.ask(caller(1, "a"), "/v2/locations", 10);
    expect(cache.made).toBe(5);
  });

  it("caches nothing without a version", async () => {
    const cache = counted(1_000, 1_000);
    for (const _ of [1, 2]) await cache.ask(caller(1), "/v2/locations", 10);
    expect(cache.made).toBe(2);
  });

  it("evicts the least recent accounts and limits each account's share", async () => {
    const cache = counted(200, 100);
    for (const account of [1, 2, 3]) await cache.ask(caller(account, "a"), "/v2/locations", 40);
    expect(cache.made).toBe(3);
    await cache.ask(caller(3, "a"), "/v2/locations", 40);
    await cache.ask(caller(2, "a"), "/v2/locations", 40);
    expect(cache.made).toBe(3);
    await cache.ask(caller(1, "a"), "/v2/locations", 40);
    expect(cache.made).toBe(4);
    for (const _ of [1, 2]) await cache.ask(caller(2, "a"), "/v2/groups", 40);
    expect(cache.made).toBe(6);
    await cache.ask(caller(2, "a"), "/v2/locations", 40);
    expect(cache.made).toBe(6);
  });

  it("does not cache content of an outdated version", async () => {
    const keep = catalogCache();
    const content = (text: string) => catalogContent(Buffer.from(text), "application/json", 1);
    const slow = keep(caller(1, "a"), "/v2/locations", async () => {
      await keep(caller(1, "b"), "/v2/locations", async () => content("new"));
      return content("old");
    });
    expect((await slow).body.toString()).toBe("old");
    const now = await keep(caller(1, "b"), "/v2/locations", async () => content("newest"));
    expect(now.body.toString()).toBe("new");
  });
});
