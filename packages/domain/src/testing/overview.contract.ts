import * as fc from "fast-check";
import { createDomain } from "../domain.js";
import { countedLists } from "../foundation/feed/list-counts.js";
import { memoryPorts } from "../memory/memory-ports.js";
import { repetitions } from "./arbitraries.js";
import { at, bundleOf } from "./builders.js";
import { type Fresh, freshStorage, readList } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

const catalog = [
  ...[1, 2].map((id) => ({ kind: "location", id, location_name: `Location ${id}`, external_location_ids: [] })),
  { kind: "provider", id: 10, name: "<b>Dr. Quill</b>", external_provider_ids: [] },
  ...[3, 4].map((id) => ({ kind: "platform", id, name: `Platform ${id}`, is_survey: false })),
  ...[7, 8].map((id) => ({ kind: "campaign", id, name: `Campaign ${id}`, channel: ["Email", "__proto__"][id - 7] })),
];

/** Times near the ends of months in UTC and in Denver. */
const times = ["2026-01-31T23:59:59Z", "2026-02-01T00:00:00Z", "2026-02-01T06:59:59Z", "2026-02-01T07:00:00Z"];
const time = fc.constantFrom(...times, "2026-03-15T12:00:00Z", "2026-05-31T12:00:00Z");
const id = fc.integer({ min: 1, max: 6 });
const place = fc.option(fc.constantFrom(1, 2));
// The sums of these ratings are exact.
const rating = fc.option(fc.constantFrom(1, 2.5, 3.75, 4.5, 5));

const review = fc.record({
  ...{ kind: fc.constant("review"), id, rating, location_id: place, provider_id: fc.option(fc.constant(10)) },
  ...{ platform_id: fc.constantFrom(3, 4), create_time: time },
});
const survey = fc.record({
  ...{ kind: fc.constant("nps_survey"), id, platform_id: fc.constant(3), create_time: time },
  nps_rating: fc.constantFrom(0, 6, 7, 8, 9, 10),
});
const invite = fc.record({
  ...{ kind: fc.constant("invite"), id, type: fc.constant("sms"), sent_to: fc.constant("8015550142"), sent_at: time },
  opened: fc.option(time),
  clicked: fc.constantFrom([], [{ created_at: "2026-02-02T00:00:00Z", name: "Google" }]),
  proceeded_to_review: fc.boolean(),
});
const call = fc.record({
  ...{ kind: fc.constant("call"), id, called_at: time, tracking_number: fc.constant("8015550100") },
  ...{ from_number: fc.constantFrom("8015550142", "8015550143"), campaign_id: fc.option(fc.constantFrom(7, 8)) },
});
const appointment = fc.record({
  ...{ kind: fc.constant("appointment"), id, appointment_at: fc.constant("2026-02-10T12:00:00Z") },
  ...{ patient_id: fc.constant("MRN-5"), phone: fc.constantFrom("8015550142", "8015550143") },
});
const deletion = fc.record({
  kind: fc.constantFrom("review", "nps_survey", "invite", "call"),
  ...{ id, deleted: fc.constant(true) },
});
const setting = fc.constantFrom(
  { kind: "account", time_zone: "America/Denver" },
  { kind: "account", time_zone: "UTC" },
  { kind: "location", id: 1, location_name: "Renamed", external_location_ids: [] },
  { kind: "campaign", id: 7, name: "Campaign 7", channel: "Direct Mail" },
);
const step = fc.record({
  lines: fc.array(fc.oneof(review, review, survey, invite, call, appointment, deletion, setting), { maxLength: 6 }),
  seals: fc.boolean(),
});

type Item = Readonly<Record<string, unknown>>;

/** Figures of reviews, computed from their items. */
function figuresOf(reviews: readonly Item[]) {
  const ratings = reviews.flatMap(({ rating: stars }) => (typeof stars === "number" ? [stars] : []));
  const sum = ratings.reduce((all, one) => all + one, 0);
  return {
    total: reviews.length,
    rated: ratings.length,
    average: ratings.length === 0 ? null : sum / ratings.length,
  };
}

export function overviewContract(fresh: Fresh): void {
  describe("an overview", () => {
    const open = freshStorage(fresh);
    const domainOf = () => createDomain({ ...memoryPorts({ clock: open.clock }), storage: open.storage });
    const range = { start_date: "2026-01-15", end_date: "2026-05-31" };
    const itemsOf = async (list: (typeof countedLists)[number]) =>
      (await readList(open.storage, open.mine, list, { keyed: true })).items.filter(({ _local_date: day }) => {
        const text = String(day);
        return text >= range.start_date && text <= range.end_date;
      });
    const storedIn = async (list: (typeof countedLists)[number]) =>
      (await open.storage.counts.stored(open.mine, list, at("2020-01-01"), at("2030-01-01"))).length;

    it("equals the lists to the last digit after any changes, with and without stored counts", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (history) => {
          const domain = domainOf();
          await domain.bundle.load(open.mine, bundleOf(catalog));
          for (const { lines, seals } of history) {
            if (seals) await domain.feed.seal(open.mine);
            if (lines.length > 0) await domain.bundle.load(open.mine, bundleOf(distinct(lines), 10));
            await requireEqual(domain);
          }
        }),
        repetitions(20),
      );
    });

    async function requireEqual(domain: ReturnType<typeof domainOf>): Promise<void> {
      const { overview } = await domain.overview.read(open.mine, range);
      const [reviews, surveys, invites, conversions] = (await Promise.all(countedLists.map(itemsOf))) as Item[][];
      expect(overview.reviews).toEqual(figuresOf(reviews ?? []));
      for (const { rating: stars, total } of overview.ratings) {
        const rated = (reviews ?? []).filter((item) => {
          const own = item["rating"];
          return stars === null ? own === undefined : typeof own === "number" && Math.floor(own + 0.5) === stars;
        });
        expect(total).toBe(rated.length);
      }
      for (const [groups, member] of [
        [overview.locations, "location_id"],
        [overview.providers, "provider_id"],
        [overview.platforms, "_platform_id"],
      ] as const) {
        expect(groups.reduce((sum, { total }) => sum + total, 0)).toBe(overview.reviews.total);
        for (const { id: of, name: _, ...figures } of groups) {
          expect(figures).toEqual(figuresOf((reviews ?? []).filter((item) => item[member] === of)));
        }
      }
      for (const month of overview.months) {
        const of = (items: readonly Item[] = []) =>
          items.filter(({ _local_date: day }) => String(day).startsWith(month.month));
        const nps = (from: number, to: number) =>
          of(surveys).filter(({ nps_rating: one }) => Number(one) >= from && Number(one) <= to).length;
        const sent = of(invites);
        const called = of(conversions);
        expect(month).toEqual({
          month: month.month,
          reviews: figuresOf(of(reviews)),
          nps: {
            ...{ total: of(surveys).length, promoters: nps(9, 10), passives: nps(7, 8), detractors: nps(0, 6) },
            score: of(surveys).length === 0 ? null : ((nps(9, 10) - nps(0, 6)) * 100) / of(surveys).length,
          },
          invites: {
            sent: sent.length,
            opened: sent.filter(({ opened }) => opened !== null).length,
            clicked: sent.filter(({ clicked }) => (clicked as unknown[]).length > 0).length,
            reviewed: sent.filter(({ proceeded_to_review: reviewed }) => reviewed).length,
          },
          conversions: [...new Set(called.map(({ channel }) => channel as string))]
            .sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
            .map((channel) => {
              const own = called.filter((one) => one["channel"] === channel);
              const linked = own.filter(({ _appointment_id: linkedTo }) => linkedTo !== null).length;
              return { channel, total: own.length, linked };
            }),
        });
      }
      expect(overview.months.map(({ month }) => month)).toEqual([
        "2026-01",
        "2026-02",
        "2026-03",
        "2026-04",
        "2026-05",
      ]);
    }

    it("stores the counts of months, except of months that change", async () => {
      const domain = domainOf();
      const reviewIn = (month: number, more = {}) => ({
        ...{ kind: "review", id: month, platform_id: 3, rating: 5, create_time: `2026-0${month}-15T12:00:00Z` },
        ...more,
      });
      const stores = open.unpack !== undefined;
      await domain.bundle.load(open.mine, bundleOf([...catalog, ...[1, 2, 3].map((month) => reviewIn(month))]));
      await domain.feed.seal(open.mine);
      expect(await storedIn("reviews")).toBe(stores ? 3 : 0);
      await domain.bundle.load(open.mine, bundleOf([reviewIn(1, { create_time: "2026-02-01T12:00:00Z" })]));
      expect(await storedIn("reviews")).toBe(stores ? 1 : 0);
      await requireEqual(domain);
      await domain.feed.seal(open.mine);
      expect(await storedIn("reviews")).toBe(stores ? 2 : 0);
      await domain.bundle.load(open.mine, bundleOf([{ kind: "review", id: 3, deleted: true }]));
      expect(await storedIn("reviews")).toBe(stores ? 1 : 0);
      await requireEqual(domain);
    });

    it("stores no counts of a list that has changed since they were made, and none of another account", async () => {
      const { revision } = await open.storage.feed.state(open.mine);
      const counts = [
        { list: "reviews", from: at("2026-01-01"), to: at("2026-02-01"), counts: { "all 5": 1 } },
      ] as const;
      await open.storage.counts.store(open.mine, counts, revision - 1);
      expect(await storedIn("reviews")).toBe(0);
      await open.storage.counts.store(open.mine, counts, revision);
      expect(await storedIn("reviews")).toBe(open.unpack ? 1 : 0);
      const stored = await open.storage.counts.stored(open.other, "reviews", at("2020-01-01"), at("2030-01-01"));
      expect(stored).toEqual([]);
    });

    it.each([
      [{ start_date: "2026-01-01" }, "invalid_parameter"],
      [{ start_date: "2026-02-01", end_date: "2026-01-01" }, "reversed_dates"],
      [{ start_date: "2023-01-01", end_date: "2026-01-01" }, "too_many_months"],
      [{ start_date: "0100-01-01", end_date: "9999-12-31" }, "too_many_months"],
    ])("is rejected for %j", async (query, code) => {
      await expect(domainOf().overview.read(open.mine, query)).rejects.toMatchObject({ code });
    });
  });
}

/** Keeps the last line of each record, because a bundle rejects a record that it names twice. */
function distinct(lines: readonly object[]): readonly object[] {
  return [
    ...new Map(
      lines.map((line) => [`${String((line as Item)["kind"])} ${String((line as Item)["id"])}`, line]),
    ).values(),
  ];
}
