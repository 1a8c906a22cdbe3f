// cspell:ignore texto origine dịch gốc traducido traduit übersetzt traduzido pelo Nett Gentil Amable amable
import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { memoryPorts } from "../../memory/index.js";
import { bundleOf } from "../../testing/index.js";
import { commentOf } from "../reviews/translated-comment.js";
import { shownText } from "./embed-widget.js";

describe("the reviews of an embedded widget", () => {
  const domain = createDomain(memoryPorts());
  let account: AccountId;
  let accounts = 0;
  const time = (day: number) => `2026-03-${String(day).padStart(2, "0")}T12:00:00Z`;

  beforeEach(async () => {
    ({ id: account } = await domain.accounts.create({ key: `acme-${(accounts += 1)}`, name: "Acme" }));
    const reviews = [1, 2, 3, 4, 5, 6].map((id) => ({
      ...{ kind: "review", id, platform_id: id === 6 ? 4 : 3, rating: id === 4 ? 2 : 5, comment: `Review ${id}` },
      create_time: time(id === 2 ? 1 : id),
    }));
    const platforms = [
      { kind: "platform", id: 3, name: "Google", is_survey: false },
      { kind: "platform", id: 4, name: "Letters", is_survey: false, private: true },
    ];
    await domain.bundle.load(account, bundleOf([...platforms, ...reviews]));
  });

  /** Returns the comments that the widget shows after a change of its settings. */
  async function shownWith(settings: object, query = {}): Promise<readonly string[]> {
    const { id } = await domain.widget.set(account, settings);
    return (await domain.widget.embed(id, query)).value.reviews.map(({ comment }) => comment.replace("Review ", ""));
  }

  it("shows pinned reviews first, in the order of the settings, and then the newest", async () => {
    expect(await shownWith({})).toEqual(["5", "3", "2", "1"]);
    expect(await shownWith({ pinned_review_ids: [1, 3] })).toEqual(["1", "3", "5", "2"]);
    expect(await shownWith({ pinned_review_ids: [2] })).toEqual(["2", "5", "3", "1"]);
    expect(await shownWith({ pinned_review_ids: [1, 3], limit: 1 })).toEqual(["1"]);
    expect(await shownWith({ limit: 10 }, { limit: "3" })).toEqual(["1", "3", "5"]);
  });

  it("never shows hidden reviews, and still counts their ratings", async () => {
    expect(await shownWith({ hidden_review_ids: [5, 3, 99], limit: 2 })).toEqual(["2", "1"]);
    expect(await shownWith({ hidden_review_ids: [1], pinned_review_ids: [1], limit: 10 })).toEqual(["5", "3", "2"]);
    const { id } = await domain.widget.show(account);
    expect((await domain.widget.embed(id)).value.total).toBe(5);
  });

  it("pins only reviews that meet the other settings", async () => {
    expect(await shownWith({ pinned_review_ids: [4, 6, 99, 1] })).toEqual(["1", "5", "3", "2"]);
    await domain.bundle.load(account, bundleOf([{ kind: "review", id: 1, deleted: true }]));
    expect(await shownWith({})).toEqual(["5", "3", "2"]);
  });

  it("shows only reviews of the widget's own account", async () => {
    const other = (await domain.accounts.create({ key: `other-${accounts}`, name: "Other" })).id;
    const { id } = await domain.widget.set(other, { pinned_review_ids: [1] });
    expect((await domain.widget.embed(id)).value.reviews).toEqual([]);
  });

  it("has no rating if there are no ratings, also at one location", async () => {
    const place = { kind: "location", id: 2, location_name: "New", external_location_ids: [] };
    await domain.bundle.load(account, bundleOf([place]));
    const { id } = await domain.widget.set(account, {});
    const none = { total: 0, rating: null, distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 0 }, reviews: [] };
    expect((await domain.widget.embed(id, { location_id: "2" })).value).toMatchObject(none);
    await domain.widget.set(account, { platform_ids: [] });
    expect((await domain.widget.embed(id)).value).toMatchObject(none);
  });

  it("leaves the aggregate endpoints unchanged", async () => {
    await domain.widget.set(account, { pinned_review_ids: [1], hidden_review_ids: [5] });
    const { items } = await domain.widget.reviews(account, {});
    expect(items.map(({ review_id: id }) => id)).toEqual(["5", "3", "2", "1"]);
  });
});

describe("a comment that Google has translated", () => {
  const translated = { comment: "Very kind", language: "en", original: "Muy amable" };

  it.each([
    ["(Translated by Google) Very kind\n\n(Original)\nMuy amable", translated],
    ["(Translated by Google)\nVery kind (Original) Muy amable", translated],
    ["Muy amable\n\n(Translated by Google)\nVery kind", translated],
    ["Muy amable (translated by google) Very kind", translated],
    ["(Translated by Google) Very kind", { comment: "Very kind", language: "en" }],
    ["(Traduit par Google) Gentil\n\n(Avis d'origine)\nKind", { comment: "Gentil", language: "fr", original: "Kind" }],
    ["(由 Google 提供翻譯) 很好\n\n(原始評論)\nGood", { comment: "很好", language: "zh", original: "Good" }],
    ["(Traducido por Google) Amable (Original) Kind", { comment: "Amable", language: "es", original: "Kind" }],
    ["(Übersetzt von Google) Nett\n\n(Original)\nKind", { comment: "Nett", language: "de", original: "Kind" }],
    ["(Traduzido pelo Google) Gentil\n\n(Original)\nKind", { comment: "Gentil", language: "pt", original: "Kind" }],
    ["Muy amable (Translated by Google)", { comment: "Muy amable" }],
    ["(Translated by Google)", { comment: "(Translated by Google)" }],
    ["(found on Google) I was translated (Original)", { comment: "(found on Google) I was translated (Original)" }],
  ])("%j has two versions", (text, versions) => {
    expect(commentOf(text)).toEqual(versions);
  });

  it("is separated in the data of the widget", async () => {
    const domain = createDomain(memoryPorts());
    const { id: account } = await domain.accounts.create({ key: "acme", name: "Acme" });
    const platform = { kind: "platform", id: 3, name: "Google", is_survey: false };
    const comment = "(Translated by Google) Very kind\n\n(Original)\nMuy amable";
    const review = { kind: "review", id: 1, platform_id: 3, rating: 5, comment, create_time: "2026-03-01T00:00:00Z" };
    await domain.bundle.load(account, bundleOf([platform, review]));
    const { id } = await domain.widget.set(account, {});
    expect((await domain.widget.embed(id)).value.reviews).toMatchObject([translated]);
    expect((await domain.widget.reviews(account, {})).items).toMatchObject([{ comment }]);
  });
});

describe("a string on another site's page", () => {
  it.each([
    ["excess combining marks", `Zo${"\u0301".repeat(490)}e`, `Zo${"\u0301".repeat(4)}e`],
    ["excess marks of several kinds", `o${"\u0301\u0323\u0308".repeat(50)}`, "o\u0301\u0323\u0308\u0301"],
    ["excess line breaks", `a${"\n".repeat(318)}b`, "a\n\nb"],
    ["excess line breaks with spaces between them", "a\r\n \t\r\n\u2028 \u2029\nb", "a\n\nb"],
    ["characters that reorder the page", "\u202eevil\u202c \u2066x\u2069", "evil x"],
  ])("loses %s", (_what, text, shown) => {
    expect(shownText(text)).toBe(shown);
  });

  it.each([
    ["Vietnamese, decomposed", "Nguye\u0302\u0303n Tha\u0306\u0301ng"],
    ["Hebrew with vowels and cantillation", "בְּרֵאשִׁ֖ית בָּרָ֣א"],
    ["Thai", "น้ำ ที่นี่ ดีมาก"],
    ["Hindi", "क्षत्रिय श्रीं बहुत अच्छा"],
    ["Arabic with vowels", "مُحَمَّدٌ ﷺ"],
    ["emoji of several parts", "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇺🇸"],
    ["two paragraphs", "one\ntwo\n\nthree"],
  ])("keeps %s", (_what, text) => {
    expect(shownText(text)).toBe(text);
  });

  it("is cleaned in linear time", () => {
    for (const piece of ["\n ", "\n", " ", "\u0301", "\r", "(", "(Translated by Google)"]) {
      expect(commentOf(shownText(piece.repeat(200_000)))).toBeDefined();
    }
  });
});
