import { describe, expect, it } from "@jest/globals";
import type { AccountId } from "@repute/domain";
import { catalogContent, keptCatalogs } from "./kept-catalogs.js";

const caller = (account: number, catalogVersion?: string) => ({
  account: account as AccountId,
  catalogVersion,
});

/** A cache with these limits that counts how often content is created. */
function counted(mostBytes: number, mostOfAccount: number) {
  const keep = keptCatalogs(mostBytes, mostOfAccount);
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

describe("keptCatalogs", () => {
  it("creates content once per version, account and name", async () => {
    const kept = counted(1_000, 1_000);
    for (const _ of [1, 2]) {
      await kept.ask(caller(1, "a"), "/v2/locations", 10);
      await kept.ask(caller(1, "a"), "/v2/groups", 10);
      await kept.ask(caller(2, "a"), "/v2/locations", 10);
    }
    expect(kept.made).toBe(3);
    await kept.ask(caller(1, "b"), "/v2/locations", 10);
    await kept.ask(caller(1, "a"), "/v2/locations", 10);
    expect(kept.made).toBe(5);
  });

  it("caches nothing without a version", async () => {
    const kept = counted(1_000, 1_000);
    for (const _ of [1, 2]) await kept.ask(caller(1), "/v2/locations", 10);
    expect(kept.made).toBe(2);
  });

  it("evicts the least recent accounts and limits each account's share", async () => {
    const kept = counted(200, 100);
    for (const account of [1, 2, 3]) await kept.ask(caller(account, "a"), "/v2/locations", 40);
    expect(kept.made).toBe(3);
    await kept.ask(caller(3, "a"), "/v2/locations", 40);
    await kept.ask(caller(2, "a"), "/v2/locations", 40);
    expect(kept.made).toBe(3);
    await kept.ask(caller(1, "a"), "/v2/locations", 40);
    expect(kept.made).toBe(4);
    for (const _ of [1, 2]) await kept.ask(caller(2, "a"), "/v2/groups", 40);
    expect(kept.made).toBe(6);
    await kept.ask(caller(2, "a"), "/v2/locations", 40);
    expect(kept.made).toBe(6);
  });

  it("does not cache content of an outdated version", async () => {
    const keep = keptCatalogs();
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
