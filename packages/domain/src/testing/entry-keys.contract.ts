import type { FeedEntry, FeedId, FeedList } from "../foundation/feed/feed.js";
import type { AccountId } from "../foundation/kernel/ids.js";
import { anEntry, at } from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

export function entryKeysContract(fresh: Fresh): void {
  describe("the keys of entries", () => {
    const open = freshStorage(fresh);
    const publish = (account: AccountId, list: FeedList, ...entries: FeedEntry[]) =>
      open.storage.transact(account, ({ feed }) => feed.publish(account, list, entries));
    const keysOf = async (list: FeedList, ...ids: FeedId[]) => {
      const found = await open.storage.read(open.mine, ({ entryKeys }) => entryKeys.of(open.mine, list, ids));
      const facts = found.map(({ kind, id, name, keys, changedAt }) => ({ kind, id, name, keys, changedAt }));
      return facts.sort((a, b) => a.kind - b.kind || a.id - b.id);
    };
    const plain = { kind: 0, name: undefined, keys: undefined };

    it("contain the time of change, the public id and the join keys", async () => {
      const [first, later] = [at("2026-07-01T17:05:09Z"), at("2026-07-02T17:05:09Z")];
      open.clock.set(first);
      await publish(open.mine, "reviews", anEntry({ id: 1 }), anEntry({ id: 2 }));
      await publish(open.mine, "calls", anEntry({ id: 1, kind: 1, name: "call-1", keys: '"_ü":1' }));
      open.clock.set(later);
      await publish(open.mine, "reviews", anEntry({ id: 1 }), anEntry({ id: 2, json: '{"id":2,"more":true}' }));
      expect(await keysOf("reviews", { kind: 0, id: 2 }, { kind: 0, id: 1 })).toEqual([
        { ...plain, id: 1, changedAt: first },
        { ...plain, id: 2, changedAt: later },
      ]);
      expect(await keysOf("calls", { kind: 1, id: 1 })).toEqual([
        { kind: 1, id: 1, name: "call-1", keys: '"_ü":1', changedAt: first },
      ]);
    });

    it("omit entries that are not in the list: other ids, kinds, lists and accounts", async () => {
      await publish(open.other, "reviews", anEntry({ id: 1 }));
      await publish(open.mine, "surveys", anEntry({ id: 1 }));
      await publish(open.mine, "reviews", anEntry({ id: 1, kind: 1 }), anEntry({ id: 2 }));
      expect(await keysOf("reviews", { kind: 0, id: 1 }, { kind: 0, id: 3 })).toEqual([]);
      expect(await keysOf("reviews")).toEqual([]);
    });

    it("can be read for more entries than one statement takes", async () => {
      const ids = Array.from({ length: 2_500 }, (_, index) => ({ kind: 0, id: index + 1 }));
      await publish(open.mine, "reviews", ...ids.map(({ id }) => anEntry({ id })));
      expect((await keysOf("reviews", ...ids)).map(({ id }) => id)).toEqual(ids.map(({ id }) => id));
    });
  });
}
