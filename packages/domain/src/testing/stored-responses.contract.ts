import type { StoredResponse } from "../foundation/idempotency/stored-response-store.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import { at } from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

const aResponse = (key: string, change: Partial<StoredResponse> = {}): StoredResponse => ({
  key,
  request: "asked",
  response: '{"id":7}',
  at: at("2026-03-02T09:00:00Z"),
  ...change,
});

export function storedResponsesContract(fresh: Fresh): void {
  describe("stored responses", () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, ...responses: StoredResponse[]) =>
      open.storage.transact(account, async ({ storedResponses }) => {
        for (const one of responses) await storedResponses.save(account, one);
      });
    const found = (account: AccountId, key: string) =>
      open.storage.transact(account, ({ storedResponses }) => storedResponses.byKey(account, key));

    it("are found by key, the latest response of each key", async () => {
      await save(open.mine, aResponse("a"), aResponse("b", { response: "[]" }), aResponse("a", { response: '"Zoë"' }));
      expect(await found(open.mine, "a")).toEqual(aResponse("a", { response: '"Zoë"' }));
      expect(await found(open.mine, "b")).toEqual(aResponse("b", { response: "[]" }));
      expect(await found(open.mine, "A")).toBeUndefined();
    });

    it("belong to one account", async () => {
      await save(open.mine, aResponse("a"));
      await save(open.other, aResponse("a", { response: "other" }), aResponse("b"));
      await open.storage.transact(open.mine, ({ storedResponses }) =>
        storedResponses.forget(open.mine, at("2027-01-01")),
      );
      expect(await found(open.mine, "a")).toBeUndefined();
      expect(await found(open.mine, "b")).toBeUndefined();
      expect(await found(open.other, "a")).toEqual(aResponse("a", { response: "other" }));
    });

    it("are deleted if they are older than a given time", async () => {
      const times = ["2026-03-02T08:59:59Z", "2026-03-02T09:00:00Z"] as const;
      await save(open.mine, aResponse("old", { at: at(times[0]) }), aResponse("new", { at: at(times[1]) }));
      await open.storage.transact(open.mine, ({ storedResponses }) => storedResponses.forget(open.mine, at(times[1])));
      expect(await found(open.mine, "old")).toBeUndefined();
      expect(await found(open.mine, "new")).toBeDefined();
    });
  });
}
