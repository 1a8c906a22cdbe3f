import type { FeedEntry, FeedFilter, FeedId, FeedSlice } from "../foundation/feed/feed.js";
import { currentFingerprint } from "../foundation/feed/item-fingerprints.js";
import type { Instant } from "../foundation/kernel/instant.js";
import { anEntry } from "./builders.js";
import { type Fresh, freshStorage, readList } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

export function feedFilterContract(fresh: Fresh): void {
  describe("a filtered list", () => {
    const open = freshStorage(fresh);
    const publish = (...entries: FeedEntry[]) =>
      open.storage.transact(open.mine, (stores) => stores.feed.publish(open.mine, "reviews", entries));
    const remove = (...ids: FeedId[]) =>
      open.storage.transact(open.mine, (stores) => stores.feed.remove(open.mine, "reviews", ids));
    const ids = async (slice: FeedSlice) =>
      (await readList(open.storage, open.mine, "reviews", slice)).items.map(({ id }) => id);
    const filtered = (filter: FeedFilter) => ids({ filter, order: "oldest" });
    const withField = (name: string, ...values: string[]) => filtered({ customFields: [{ name, values }] });
    const second = (seconds: number) => (open.start + seconds * 1_000) as Instant;

    it("keeps entries of the locations and providers, and no entries without them", async () => {
      await publish(
        anEntry({ id: 1, locationId: 1, providerId: 7 }),
        anEntry({ id: 2, locationId: 1, providerId: null }),
        anEntry({ id: 3, locationId: 2, providerId: 7 }),
        anEntry({ id: 4, locationId: null, providerId: 8 }),
      );
      expect(await filtered({ locationIds: [1] })).toEqual([1, 2]);
      expect(await filtered({ locationIds: [2, 1, 1] })).toEqual([1, 2, 3]);
      expect(await filtered({ providerIds: [7, 8, 7] })).toEqual([1, 3, 4]);
      expect(await filtered({ locationIds: [1], providerIds: [7] })).toEqual([1]);
      expect(await filtered({ locationIds: [3] })).toEqual([]);
    });

    it("keeps entries of any of a group's locations or providers that match all other conditions", async () => {
      await publish(
        anEntry({ id: 1, locationId: 1, providerId: 7 }),
        anEntry({ id: 2, locationId: 1, providerId: null, customFields: { ward: "b" } }),
        anEntry({ id: 3, locationId: 2, providerId: 8, rating: 5 }),
        anEntry({ id: 4, locationId: null, providerId: 9 }),
      );
      const members = { locationIds: [1], providerIds: [8] };
      expect(await filtered({ members })).toEqual([1, 2, 3]);
      expect(await filtered({ members, providerIds: [7, 8] })).toEqual([1, 3]);
      expect(await filtered({ members, locationIds: [2] })).toEqual([3]);
      expect(await filtered({ members, customFields: [{ name: "ward", values: ["b"] }] })).toEqual([2]);
      expect(await ids({ filter: { members }, ratings: [5] })).toEqual([3]);
      expect(await filtered({ members: { locationIds: [], providerIds: [9] } })).toEqual([4]);
    });

    it("is empty for an empty set of ids, and complete without a filter", async () => {
      await publish(anEntry({ locationId: 1, providerId: 7, customFields: { ward: "a" } }), anEntry({ id: 2 }));
      expect(await filtered({ locationIds: [] })).toEqual([]);
      expect(await filtered({ providerIds: [] })).toEqual([]);
      expect(await filtered({ members: { locationIds: [], providerIds: [] } })).toEqual([]);
      expect(await withField("ward")).toEqual([]);
      expect(await filtered({ customFields: [] })).toEqual([1, 2]);
      expect(await filtered({})).toEqual([1, 2]);
    });

    it("keeps entries with a requested value in every named custom field", async () => {
      await publish(
        anEntry({ id: 1, customFields: { ward: "a", floor: "1" } }),
        anEntry({ id: 2, customFields: { ward: "b", floor: "1" } }),
        anEntry({ id: 3, customFields: { ward: "a", floor: "2" } }),
        anEntry({ id: 4, customFields: { floor: "a" } }),
      );
      expect(await withField("ward", "a")).toEqual([1, 3]);
      expect(await withField("ward", "a", "b", "a")).toEqual([1, 2, 3]);
      expect(await withField("Ward", "a")).toEqual([]);
      const both = (ward: string[], floor: string[]) =>
        filtered({
          customFields: [
            { name: "ward", values: ward },
            { name: "floor", values: floor },
          ],
        });
      expect(await both(["a", "b"], ["1"])).toEqual([1, 2]);
      expect(await both(["a"], ["3"])).toEqual([]);
      expect(await both(["a"], [])).toEqual([]);
      expect(await filtered({ customFields: ["a", "b"].map((value) => ({ name: "ward", values: [value] })) })).toEqual(
        [],
      );
    });

    it("compares names and values of custom fields exactly", async () => {
      const odd = [
        "__proto__",
        "constructor",
        "o'clock",
        'say "x"',
        "a,b",
        "{}",
        "%",
        "\\n",
        "$1",
        "@v1",
        "n\u00e9",
        "ne\u0301",
      ];
      const texts = [...odd, "", " ", "A", "a", "🦷", "-- x", "line\nfeed", "NULL", "1", "1.0"];
      const fieldOf = (name: string, value: string) => Object.fromEntries([[name, value]]);
      await publish(
        ...texts.map((text, index) => anEntry({ id: index + 1, customFields: fieldOf(text, "v") })),
        ...texts.map((text, index) => anEntry({ id: index + 101, customFields: fieldOf("n", text) })),
      );
      for (const [index, text] of texts.entries()) {
        expect(await withField(text, "v")).toEqual([index + 1]);
        expect(await withField("n", text)).toEqual([index + 101]);
      }
      expect(await withField("toString", "v")).toEqual([]);
    });

    it("compares long values completely", async () => {
      const long = "ü".repeat(50_000);
      await publish(
        anEntry({ customFields: { [long]: long } }),
        anEntry({ id: 2, customFields: { [long]: `${long}.` } }),
      );
      expect(await withField(long, long)).toEqual([1]);
      expect(await withField(long, `${long}.`)).toEqual([2]);
    });

    it("accepts a thousand ids and values at once", async () => {
      const entries = Array.from({ length: 20 }, (_, index) => anEntry({ id: index + 1 }));
      await publish(...entries.map((entry) => ({ ...entry, locationId: entry.id, providerId: entry.id })));
      await publish(anEntry({ id: 30, at: second(30), customFields: { ward: "w600" }, locationId: 600 }));
      const thousand = Array.from({ length: 1_000 }, (_, index) => index + 11);
      expect(await filtered({ locationIds: thousand, providerIds: thousand })).toHaveLength(10);
      expect(await filtered({ members: { locationIds: thousand, providerIds: [1] } })).toHaveLength(12);
      expect(await withField("ward", ...thousand.map((number) => `w${number}`))).toEqual([30]);
    });

    it("uses the custom fields of the last published version", async () => {
      await publish(anEntry({ id: 1, customFields: { ward: "a", floor: "1" } }), anEntry({ id: 2, customFields: {} }));
      await publish(
        anEntry({ id: 1, at: second(9), customFields: { ward: "b" } }),
        anEntry({ id: 2, customFields: { ward: "a" } }),
      );
      expect([await withField("ward", "a"), await withField("ward", "b")]).toEqual([[2], [1]]);
      expect(await withField("floor", "1")).toEqual([]);
      expect(
        await ids({ window: { from: second(9) }, filter: { customFields: [{ name: "ward", values: ["b"] }] } }),
      ).toEqual([1]);
      await publish(anEntry({ id: 2, customFields: {} }));
      expect(await withField("ward", "a")).toEqual([]);
    });

    it("ignores custom fields of removed and swept entries, even when the entries return", async () => {
      const inWard = [1, 2].map((id) => anEntry({ id, customFields: { ward: "a" } }));
      await publish(...inWard);
      await remove({ kind: 0, id: 1 });
      expect(await withField("ward", "a")).toEqual([2]);
      await publish(anEntry({ id: 1 }));
      expect(await withField("ward", "a")).toEqual([2]);
      await open.storage.transact(open.mine, async ({ feed }) => {
        await feed.mark(open.mine);
        await feed.sweep(open.mine, currentFingerprint);
      });
      await publish(anEntry({ id: 2 }));
      expect(await withField("ward", "a")).toEqual([]);
    });

    it("ignores custom fields of other lists, kinds and accounts", async () => {
      const inWard = (more: Partial<FeedEntry>) => anEntry({ customFields: { ward: "a" }, ...more });
      await publish(anEntry({ id: 1 }), inWard({ id: 1, kind: 1, json: '{"id":11}' }));
      await open.storage.transact(open.mine, ({ feed }) => feed.publish(open.mine, "invites", [inWard({ id: 1 })]));
      await open.storage.transact(open.other, async ({ feed }) => {
        await feed.publish(open.other, "reviews", [inWard({ id: 1 }), inWard({ id: 2 })]);
        await feed.remove(open.other, "reviews", [{ kind: 0, id: 2 }]);
      });
      expect(await withField("ward", "a")).toEqual([11]);
      await open.storage.transact(open.other, async ({ feed }) => {
        await feed.mark(open.other);
        await feed.sweep(open.other, currentFingerprint);
      });
      expect(await withField("ward", "a")).toEqual([11]);
    });
  });
}
