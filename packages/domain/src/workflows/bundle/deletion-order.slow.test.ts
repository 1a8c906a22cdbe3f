import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { createDomain } from "../../domain.js";
import { minute, plus } from "../../foundation/kernel/times.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import type { Conversion } from "../../subjects/conversions/conversion.js";
import { at, bundleOf } from "../../testing/builders.js";
import { readList } from "../../testing/fresh-storage.js";
import { loadBundle } from "./load-bundle.js";
import type { LoadSizes } from "./stage-bundle.js";

type Line = Readonly<Record<string, unknown>> & { readonly kind: string };

const phone = fc.constantFrom("801-555-0101", "801-555-0102");
const moment = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 23 }))
  .map(([day, hour]) => `2026-03-0${day}T${hour}:00:00Z`);
const call = fc
  .record({ called_at: moment, from_number: phone })
  .map((found): Line => ({ kind: "call", tracking_number: "0100", ...found }));
const appointment = fc
  .record({ appointment_at: moment, phone })
  .map((found): Line => ({ kind: "appointment", ...found }));
const invite = fc
  .record({ sent_at: moment, sent_to: phone })
  .map((found): Line => ({ kind: "invite", type: "sms", ...found }));
const review = fc
  .record({ create_time: moment, rating: fc.integer({ min: 1, max: 5 }) })
  .map((found): Line => ({ kind: "review", platform_id: 3, ...found }));

/** Generates the lines of a file with consecutive ids, starting with `from`. */
const lines = (from: number) =>
  fc
    .array(fc.oneof(call, appointment, invite, review), { maxLength: 12 })
    .map((found) => found.map((line, index): Line => ({ ...line, id: from + index })));

/** Generates stored records, and a file in two orders. The file adds records and deletes some stored records. */
const histories = fc.tuple(lines(1), lines(100)).chain(([before, more]) =>
  fc.subarray(before).chain((deleted) => {
    const file = [...more, ...deleted.map((line): Line => ({ ...line, deleted: true }))];
    return fc.record({
      before: fc.constant(before),
      file: fc.constant(file),
      other: fc.shuffledSubarray(file, { minLength: file.length }),
    });
  }),
);

/** Sizes with which every bundle counts as large. */
const inParts = { whole: 0, part: 2 };

async function aPractice(before: readonly Line[], sizes?: LoadSizes) {
  const clock = stillClock(at("2026-04-01"));
  const ports = memoryPorts({ clock });
  const domain = createDomain(ports);
  const { id } = await domain.accounts.create({ key: "acme", name: "Acme" });
  const platform = { kind: "platform", id: 3, name: "Google", is_survey: false };
  await domain.bundle.load(id, bundleOf([platform, ...before]));
  clock.set(plus(clock(), minute));
  return {
    load: (file: readonly Line[]) => loadBundle(ports, sizes)(id, bundleOf(file, 3)),
    async seen() {
      const lists = ["calls", "conversions", "invites", "reviews"] as const;
      return Promise.all(lists.map((list) => readList(ports.storage, id, list)));
    },
    conversions: () =>
      ports.storage.read(id, ({ conversions }) => conversions.page(id, "call", { after: 0, limit: 99 })),
  };
}

const touches = (conversions: readonly Conversion[]) =>
  conversions.map(({ id, appointmentId, closes }) => [Number(id), appointmentId, closes]);

describe("lines that delete records", () => {
  it("have the same result in any order, and leave one last touch per appointment", async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ before, file, other }) => {
        const [one, two] = [await aPractice(before), await aPractice(before)];
        await one.load(file);
        await two.load(other);
        expect(await two.seen()).toEqual(await one.seen());
        const found = await one.conversions();
        expect(touches(await two.conversions())).toEqual(touches(found));
        const linked = found.filter(({ appointmentId }) => appointmentId !== null);
        const closing = linked.filter(({ closes }) => closes).map(({ appointmentId }) => appointmentId);
        expect([...closing].sort()).toEqual([...new Set(linked.map(({ appointmentId }) => appointmentId))].sort());
        const deletedIds = new Set(file.filter((line) => line["deleted"]).map((line) => line["id"]));
        expect(linked.filter(({ appointmentId }) => deletedIds.has(appointmentId))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("have the same result in a large bundle, which is stored in parts", async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ before, file, other }) => {
        const [one, two] = [await aPractice(before), await aPractice(before, inParts)];
        await one.load(file);
        await two.load(other);
        expect(await two.seen()).toEqual(await one.seen());
        expect(touches(await two.conversions())).toEqual(touches(await one.conversions()));
      }),
      { numRuns: 60 },
    );
  });

  it("leave no conversion unlinked that could be linked", async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ before, file }) => {
        const one = await aPractice(before);
        await one.load(file);
        const deletedIds = new Set(file.filter((line) => line["deleted"]).map((line) => line["id"]));
        const all = [...before, ...file].filter((line) => !line["deleted"] && !deletedIds.has(line["id"]));
        const fresh = await aPractice(all);
        const isLinked = (found: readonly Conversion[]) => found.map((call) => [call.id, call.appointmentId !== null]);
        expect(isLinked(await one.conversions())).toEqual(isLinked(await fresh.conversions()));
      }),
      { numRuns: 60 },
    );
  });
});
