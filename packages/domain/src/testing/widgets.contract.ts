import type { FeedEntry, FeedList, RatingSelection, ShownSelection } from "../foundation/feed/feed.js";
import { currentFingerprint } from "../foundation/feed/item-fingerprints.js";
import type { PlatformId, ReviewId } from "../foundation/kernel/ids.js";
import type { Origin, Widget, WidgetId } from "../subjects/widget/widget.js";
import { anAuditRecord, anEntry, at } from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

const aWidget = (overrides: Partial<Widget> = {}): Widget => ({
  id: "AAAAAAAAAAAAAAAAAAAAAA" as WidgetId,
  reviewIdKey: "secret",
  limit: 7,
  minRating: 3,
  firstNameOnly: true,
  platformIds: [3, 4] as PlatformId[],
  allowedOrigins: ["https://www.practice.example" as Origin],
  pinnedReviewIds: [9, 2] as ReviewId[],
  hiddenReviewIds: [5] as ReviewId[],
  ...overrides,
});

export function widgetsContract(fresh: Fresh): void {
  describe("embed widgets", () => {
    const open = freshStorage(fresh);
    const save = (widget: Widget, account = open.mine) =>
      open.storage.transact(account, ({ widgets }) => widgets.save(account, widget));
    const read = (account = open.mine) => open.storage.read(account, ({ widgets }) => widgets.read(account));
    const disable = (disabled: boolean) =>
      open.storage.accounts.setDisabled(open.mine, disabled, anAuditRecord({ action: "disable_account" }));

    it("are absent before they are configured", async () => {
      expect(await read()).toBeUndefined();
    });

    it("keep all settings, including unspecified platforms", async () => {
      for (const widget of [
        aWidget(),
        aWidget({
          platformIds: null,
          firstNameOnly: false,
          allowedOrigins: [],
          pinnedReviewIds: [],
          hiddenReviewIds: [],
        }),
      ]) {
        await save(widget);
        expect(await read()).toEqual(widget);
      }
    });

    it("belong to one account", async () => {
      await save(aWidget());
      expect(await read(open.other)).toBeUndefined();
    });

    it("are found only by their own id, without an account", async () => {
      await save(aWidget());
      await save(aWidget({ id: "BBBBBBBBBBBBBBBBBBBBBB" as WidgetId }), open.other);
      const ownerOf = async (id: string) => (await open.storage.widgets.ownerOf(id as WidgetId))?.account;
      expect(await ownerOf("AAAAAAAAAAAAAAAAAAAAAA")).toBe(open.mine);
      expect(await ownerOf("BBBBBBBBBBBBBBBBBBBBBB")).toBe(open.other);
      expect(await ownerOf("CCCCCCCCCCCCCCCCCCCCCC")).toBeUndefined();
    });

    it("include the practice's name", async () => {
      await save(aWidget());
      const [owner] = (await open.storage.accounts.all()).filter(({ id }) => id === open.mine);
      expect(await open.storage.widgets.ownerOf(aWidget().id)).toEqual({ account: open.mine, name: owner?.name });
    });

    it("are not found while the account is disabled", async () => {
      await save(aWidget());
      await disable(true);
      expect(await open.storage.widgets.ownerOf(aWidget().id)).toBeUndefined();
      await disable(false);
      expect(await open.storage.widgets.ownerOf(aWidget().id)).toMatchObject({ account: open.mine });
    });

    it("leave no trace of a failed unit of work", async () => {
      const failing = open.storage.transact(open.mine, async ({ widgets }) => {
        await widgets.save(open.mine, aWidget());
        throw new Error("on purpose");
      });
      await expect(failing).rejects.toThrow("on purpose");
      expect([await read(), await open.storage.widgets.ownerOf(aWidget().id)]).toEqual([undefined, undefined]);
    });
  });
}

const [google, yelp, nps, visit] = [3, 4, 5, 6];

const rated = (id: number, rating: number, more: Partial<FeedEntry> = {}, platformId = google, isShown = true) =>
  anEntry({ id, json: `{"id":${id}}`, rated: { platformId, rating, isShown }, ...more });

const everything = { reviewPlatformIds: [google, yelp], surveyPlatformIds: [nps, visit], filter: {} };
const anyShown = { platformIds: [google, yelp], minRating: 0, filter: {}, limit: 100 };

export function ratingsContract(fresh: Fresh): void {
  describe("ratings", () => {
    const open = freshStorage(fresh);
    const publish = (list: FeedList, entries: readonly FeedEntry[], account = open.mine) =>
      open.storage.transact(account, ({ feed }) => feed.publish(account, list, entries));
    const counts = (selection: Partial<RatingSelection> = {}, account = open.mine) =>
      open.storage.read(account, async ({ ratings }) =>
        (await ratings.counts(account, { ...everything, ...selection })).map(({ rating, total }) => [rating, total]),
      );
    const shown = (selection: Partial<ShownSelection> = {}, account = open.mine) =>
      open.storage.read(account, async ({ ratings }) =>
        (await ratings.shown(account, { ...anyShown, ...selection })).map(
          (json) => (JSON.parse(json) as { id: number }).id,
        ),
      );

    it("are empty without entries and without stars", async () => {
      expect([await counts(), await shown()]).toEqual([[], []]);
      await publish("reviews", [anEntry({ id: 1 })]);
      expect([await counts(), await shown()]).toEqual([[], []]);
    });

    it("are counted by value, fewest stars first, with fractions", async () => {
      await publish("reviews", [rated(1, 5), rated(2, 4.3), rated(3, 5), rated(4, 1.25), rated(5, 10 / 3)]);
      const expected = [[1.25, 1], [10 / 3, 1], [4.3, 1], [5, 2]]; // prettier-ignore
      expect(await counts()).toEqual(expected);
    });

    it("cover reviews on review platforms, and all lists on survey platforms", async () => {
      await publish("reviews", [rated(1, 5), rated(2, 4, {}, nps)]);
      await publish("surveys", [rated(3, 3, {}, nps), rated(4, 2, {}, google)]);
      await publish("responses/6", [rated(5, 1, {}, visit)]);
      expect(await counts()).toEqual([[1, 1], [3, 1], [4, 1], [5, 1]]); // prettier-ignore
      expect(await counts({ surveyPlatformIds: [] })).toEqual([[5, 1]]);
      expect(await counts({ reviewPlatformIds: [] })).toEqual([[1, 1], [3, 1], [4, 1]]); // prettier-ignore
      expect(await counts({ reviewPlatformIds: [yelp], surveyPlatformIds: [visit] })).toEqual([[1, 1]]);
    });

    it("combine filters by location, provider and members", async () => {
      const places = [
        { locationId: 1, providerId: 10 },
        { locationId: 1, providerId: 11 },
        { locationId: 2, providerId: 10 },
        { locationId: null, providerId: null },
      ];
      await publish(
        "reviews",
        places.map((place, index) => rated(index + 1, index + 1, place)),
      );
      const found = async (filter: RatingSelection["filter"]) => {
        const ids = (await shown({ filter })).sort();
        expect((await counts({ filter })).map(([rating]) => rating)).toEqual(ids);
        return ids;
      };
      expect(await found({})).toEqual([1, 2, 3, 4]);
      expect(await found({ locationIds: [1] })).toEqual([1, 2]);
      expect(await found({ providerIds: [10, 11] })).toEqual([1, 2, 3]);
      expect(await found({ locationIds: [1], providerIds: [10] })).toEqual([1]);
      expect(await found({ members: { locationIds: [2], providerIds: [11] } })).toEqual([2, 3]);
      expect(await found({ members: { locationIds: [], providerIds: [] } })).toEqual([]);
      expect(await found({ locationIds: [] })).toEqual([]);
    });

    it("follow a changed entry: stars, platform, location, time and text", async () => {
      await publish("reviews", [rated(1, 5, { locationId: 1 }), rated(2, 5)]);
      await publish("reviews", [rated(1, 3, { locationId: 2, at: at("2026-03-05") }, yelp)]);
      expect(await counts()).toEqual([[3, 1], [5, 1]]); // prettier-ignore
      expect(await counts({ filter: { locationIds: [1] } })).toEqual([]);
      expect(await shown()).toEqual([1, 2]);
      await publish("reviews", [rated(1, 3, {}, yelp, false), anEntry({ id: 2 })]);
      expect([await counts(), await shown()]).toEqual([[[3, 1]], []]);
    });

    it("disappear with a removed entry and return with it", async () => {
      await publish("reviews", [rated(1, 5), rated(2, 5)]);
      const remove = [{ kind: 0, id: 1 }, { kind: 0, id: 9 }]; // prettier-ignore
      await open.storage.transact(open.mine, ({ feed }) => feed.remove(open.mine, "reviews", remove));
      expect([await counts(), await shown()]).toEqual([[[5, 1]], [2]]);
      await publish("reviews", [rated(1, 5)]);
      expect(await counts()).toEqual([[5, 2]]);
    });

    it("stay after a rebuild, except for missing entries", async () => {
      await publish("reviews", [rated(1, 5), rated(2, 4)]);
      await open.storage.transact(open.mine, async ({ feed }) => {
        await feed.mark(open.mine);
        await feed.publish(open.mine, "reviews", [rated(1, 5)]);
        await feed.sweep(open.mine, currentFingerprint);
      });
      expect([await counts(), await shown()]).toEqual([[[5, 1]], [1]]);
    });

    it("belong to one account", async () => {
      await publish("reviews", [rated(1, 5)]);
      await publish("reviews", [rated(1, 2), rated(2, 2)], open.other);
      expect([await counts(), await shown()]).toEqual([[[5, 1]], [1]]);
      expect(await counts({}, open.other)).toEqual([[2, 2]]);
    });

    it("include the current unit of work", async () => {
      await publish("reviews", [rated(1, 5)]);
      const counted = await open.storage.transact(open.mine, async ({ feed, ratings }) => {
        await feed.publish(open.mine, "reviews", [rated(1, 4), rated(2, 3)]);
        const between = await ratings.counts(open.mine, everything);
        await feed.publish(open.mine, "reviews", [rated(2, 4)]);
        return [between, await ratings.counts(open.mine, everything)];
      });
      expect(counted).toEqual([[{ rating: 3, total: 1 }, { rating: 4, total: 1 }], [{ rating: 4, total: 2 }]]); // prettier-ignore
      expect(await counts()).toEqual([[4, 2]]);
    });

    it("follow entries with ids in any order", async () => {
      await publish("reviews", [rated(5, 5)]);
      await open.storage.transact(open.mine, async ({ feed }) => {
        await feed.publish(open.mine, "reviews", [rated(9, 1), rated(3, 2)]);
        await feed.publish(open.mine, "reviews", [rated(7, 3), rated(9, 4), rated(3, 3), rated(5, 4)]);
      });
      expect(await counts()).toEqual([[3, 2], [4, 2]]); // prettier-ignore
    });

    it("count entries published twice in a unit of work once", async () => {
      await open.storage.transact(open.mine, async ({ feed }) => {
        await feed.publish(open.mine, "reviews", [rated(1, 5), rated(1, 4)]);
        await feed.publish(open.mine, "reviews", [rated(1, 3)]);
      });
      expect(await counts()).toEqual([[3, 1]]);
    });

    it("are shown newest first, then by numeric id, descending, in a window, up to the limit", async () => {
      const [early, late] = [at("2026-03-01"), at("2026-03-02")];
      await publish("reviews", [
        rated(9, 5, { at: early }),
        rated(10, 4.4, { at: early }),
        rated(1, 4.5, { at: late }),
        rated(2, 5, { at: late }, yelp),
        rated(3, 5, { at: late }, google, false),
      ]);
      expect(await shown()).toEqual([2, 1, 10, 9]);
      expect(await shown({ limit: 2 })).toEqual([2, 1]);
      expect(await shown({ minRating: 4.5 })).toEqual([2, 1, 9]);
      expect(await shown({ platformIds: [google] })).toEqual([1, 10, 9]);
      expect(await shown({ window: { from: early, to: late } })).toEqual([10, 9]);
      expect(await shown({ window: { from: late } })).toEqual([2, 1]);
      expect(await shown({ window: { to: early } })).toEqual([]);
    });

    it("are found after many entries that are not shown", async () => {
      const others = Array.from({ length: 2_500 }, (_, index) => rated(index + 2, 1, { at: at("2026-03-02") }));
      await publish("reviews", [rated(1, 5), ...others]);
      expect(await shown({ minRating: 2 })).toEqual([1]);
      expect(await counts()).toEqual([[1, 2_500], [5, 1]]); // prettier-ignore
    }, 120_000);
  });
}
