import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { createDomain } from "../../domain.js";
import { minute, plus } from "../../foundation/kernel/times.js";
import { memoryPorts, stillClock } from "../../memory/memory-ports.js";
import { at, bundleOf } from "../../testing/builders.js";
import { readList } from "../../testing/fresh-storage.js";
import { type Conversion, conversionId } from "../conversions/conversion.js";
import { byTouch } from "./association.js";

type Line = Readonly<Record<string, unknown>> & { readonly kind: string };

const phone = fc.constantFrom("801-555-0101", "801-555-0102", "801-555-0103", "anonymous");
const email = fc.option(fc.constantFrom("cal@example.com", "bo@example.com"), { nil: undefined });
const patient = fc.option(fc.constantFrom("MRN-1", "MRN-2"), { nil: undefined });
const name = fc.constantFrom("Cal Reed", "C. Reed", "Bo Reed", "Bo Tran");
const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-03-${String(number).padStart(2, "0")}`);
const moment = fc
  .tuple(day, fc.integer({ min: 0, max: 23 }))
  .map(([date, hour]) => `${date}T${String(hour).padStart(2, "0")}:00:00Z`);

const call = fc
  .record({ called_at: moment, from_number: phone })
  .map((found): Line => ({ kind: "call", tracking_number: "0100", ...found }));
const submission = fc
  .record({
    ...{ submission_date: moment, phone_number: phone, patient_name: name, email, patient_id: patient },
    scheduled_appointment_date: fc.option(day, { nil: undefined }),
    scct_parameter: fc.constantFrom("a", "b"),
  })
  .map((found): Line => ({ kind: "submission", conversion_type: "Online", ...found }));
const appointment = fc
  .record({
    ...{ appointment_at: fc.oneof(moment, day), phone: fc.option(phone, { nil: undefined }), email },
    ...{ patient_name: name, patient_id: patient },
    booked_at: fc.option(fc.oneof(moment, day), { nil: undefined, freq: 2 }),
  })
  .map((found): Line => ({ kind: "appointment", ...found }));

/** Generates events of an account, each with its own id. */
const history = fc
  .array(fc.oneof(call, submission, appointment), { minLength: 1, maxLength: 24 })
  .map((lines) => lines.map((line, index): Line => ({ ...line, id: index + 1 })));
const account = { kind: "account", time_zone: "America/Denver", match_window_days: 10 };

async function anAccount() {
  const clock = stillClock(at("2026-04-01"));
  const ports = memoryPorts({ clock });
  const domain = createDomain(ports);
  const { id } = await domain.accounts.create({ key: "acme", name: "Acme" });
  await domain.bundle.load(id, bundleOf([account]));
  return {
    clock,
    load: (...lines: Line[]) => domain.bundle.load(id, bundleOf(lines)),
    lists: async () => ({
      calls: await readList(ports.storage, id, "calls"),
      conversions: await readList(ports.storage, id, "conversions"),
    }),
    conversions: () =>
      ports.storage.transact(id, async ({ conversions }) => [
        ...(await conversions.page(id, "call", { after: 0, limit: 99 })),
        ...(await conversions.page(id, "submission", { after: 0, limit: 99 })),
      ]),
  };
}

const linksOf = (conversions: readonly Conversion[]) =>
  new Map(conversions.map((one) => [conversionId(one), one.appointmentId]));

function touchesByAppointment(conversions: readonly Conversion[]): readonly (readonly Conversion[])[] {
  const linked = conversions.filter(({ appointmentId }) => appointmentId !== null);
  const ids = new Set(linked.map(({ appointmentId }) => appointmentId));
  return [...ids].map((id) => linked.filter(({ appointmentId }) => appointmentId === id).sort(byTouch));
}

describe("any sequence of events", () => {
  it("has one closing touch per appointment, permanent links, and one time of change per appointment", async () => {
    await fc.assert(
      fc.asyncProperty(history, async (lines) => {
        const practice = await anAccount();
        let links: ReadonlyMap<string, unknown> = new Map();
        for (const line of lines) {
          practice.clock.set(plus(practice.clock(), minute));
          await practice.load(line);
          const conversions = await practice.conversions();
          for (const [id, appointment] of links) {
            if (appointment !== null) expect(linksOf(conversions).get(id)).toBe(appointment);
          }
          links = linksOf(conversions);
          for (const touches of touchesByAppointment(conversions)) {
            expect(touches.map(({ closes }) => closes)).toEqual(
              touches.map((_, index) => index === touches.length - 1),
            );
            expect(new Set(touches.map(({ modifiedAt }) => modifiedAt)).size).toBe(1);
          }
          expect(conversions.filter(({ appointmentId, closes }) => appointmentId === null && closes)).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("changes nothing when it is repeated", async () => {
    await fc.assert(
      fc.asyncProperty(history, async (lines) => {
        const practice = await anAccount();
        for (const line of lines) await practice.load(line);
        const before = [await practice.lists(), await practice.conversions()];
        practice.clock.set(plus(practice.clock(), minute));
        for (const line of lines) await practice.load(line);
        await practice.load(...lines);
        expect([await practice.lists(), await practice.conversions()]).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });

  it("links every conversion that one load of all events links", async () => {
    await fc.assert(
      fc.asyncProperty(history, async (lines) => {
        const [slow, quick] = [await anAccount(), await anAccount()];
        for (const line of lines) await slow.load(line);
        await quick.load(...lines);
        const linked = (links: ReadonlyMap<string, unknown>) =>
          [...links].filter(([, id]) => id !== null).map(([id]) => id);
        expect(linked(linksOf(await slow.conversions()))).toEqual(linked(linksOf(await quick.conversions())));
      }),
      { numRuns: 60 },
    );
  });
});

describe("a bundle", () => {
  it("produces the same lists for any order of its lines, with and without ids", async () => {
    const shuffled = history.chain((lines) => {
      const withoutIds = lines.map(({ id, ...line }) =>
        line.kind === "submission" ? line : { ...line, id },
      ) as Line[];
      const all = fc.constantFrom(lines, onceEach(withoutIds));
      return all.chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })));
    });
    await fc.assert(
      fc.asyncProperty(shuffled, fc.array(appointment, { maxLength: 3 }), async ([lines, others], before) => {
        const [one, other] = [await anAccount(), await anAccount()];
        const earlier = before.map((line, index) => ({ ...line, id: 1_000 + index }));
        for (const practice of [one, other]) await practice.load(...earlier);
        await one.load(...lines);
        await other.load(...others);
        expect(await other.lists()).toEqual(await one.lists());
        expect(await other.conversions()).toEqual(await one.conversions());
      }),
      { numRuns: 100 },
    );
  });
});

/** Makes duplicate submissions identical. Of different duplicates without ids, the bundle keeps the first line. */
function onceEach(lines: readonly Line[]): Line[] {
  const keyOf = (line: Line) =>
    line.kind === "submission"
      ? JSON.stringify([line["phone_number"], line["submission_date"], line["scct_parameter"]])
      : String(line["id"]);
  return [...new Map(lines.map((line) => [keyOf(line), line])).values()];
}
