import fc from "fast-check";
import type { AccountId, AppointmentId } from "../foundation/kernel/ids.js";
import type { Appointment } from "../subjects/appointments/appointment.js";
import { searchesFor } from "../subjects/appointments/searches-for.js";
import { findsConversion } from "../subjects/conversions/conversion-search.js";
import type { Conversion, ConversionKind } from "../subjects/conversions/conversion.js";
import { arbitraryAppointment, arbitraryConversion } from "./attribution-arbitraries.js";
import { anAppointment, matchRules } from "./attribution-builders.js";
import { aLocation, aProvider } from "./builders.js";
import { aCampaign, aConversion } from "./conversion-builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { repetitions } from "./repetitions.js";
import { describe, expect, it } from "./runner.js";

const rules = matchRules("America/Denver");
const idsOf = (conversions: readonly Conversion[]) => conversions.map(({ kind, id }) => `${kind}-${id}`);
const linkedTo = (appointment: number, id: number, closes = false, kind: ConversionKind = "call") =>
  aConversion({ kind, id: id as never, appointmentId: appointment as AppointmentId, closes });

export function waitingConversionsContract(fresh: Fresh): void {
  describe("conversions and their appointments", () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, ...conversions: Conversion[]) =>
      open.storage.transact(account, async (stores) => {
        await stores.catalog.save(account, {
          campaigns: [aCampaign()],
          locations: [aLocation()],
          providers: [aProvider()],
        });
        await stores.conversions.save(account, conversions);
      });
    const anyWaiting = (account: AccountId) =>
      open.storage.transact(account, ({ conversions }) => conversions.anyWaiting(account));
    const waiting = async (account: AccountId, limit: number, ...appointments: Appointment[]) =>
      idsOf(
        await open.storage.transact(account, ({ conversions }) =>
          conversions.waiting(
            account,
            appointments.flatMap((one) => searchesFor(one, rules)),
            limit,
          ),
        ),
      ).sort();
    const closing = async (account: AccountId, ...appointments: number[]) =>
      idsOf(
        await open.storage.transact(account, ({ conversions }) =>
          conversions.closing(account, appointments as AppointmentId[]),
        ),
      ).sort();
    const page = async (account: AccountId, appointment: number, limit: number, after?: Conversion) =>
      idsOf(
        await open.storage.transact(account, ({ conversions }) =>
          conversions.ofAppointment(account, appointment as AppointmentId, limit, after),
        ),
      );
    const first = async (account: AccountId, appointments: readonly number[], limit: number) =>
      idsOf(
        await open.storage.transact(account, ({ conversions }) =>
          conversions.ofAppointments(account, appointments as AppointmentId[], limit),
        ),
      ).sort();

    it("wait for an appointment and are found by shared keys", async () => {
      await save(open.mine, aConversion(), linkedTo(77, 901), aConversion({ id: 902 as never, phone: null }));
      expect(await waiting(open.mine, 9, anAppointment())).toEqual(["call-900"]);
      expect(await anyWaiting(open.mine)).toBe(true);
      expect(await waiting(open.mine, 9, anAppointment({ phones: [] }))).toEqual([]);
      await save(open.mine, linkedTo(77, 900));
      expect(await waiting(open.mine, 9, anAppointment())).toEqual([]);
    });

    it("are found once each, up to the limit", async () => {
      await save(open.mine, ...Array.from({ length: 250 }, (_, index) => aConversion({ id: (index + 1) as never })));
      const several = [anAppointment(), anAppointment({ id: 78 as never })];
      expect(await waiting(open.mine, 70, ...several)).toHaveLength(70);
      expect(new Set(await waiting(open.mine, 900, ...several)).size).toBe(250);
    });

    it("are found by every search as the rule defines, for any data", async () => {
      const conversions = fc.tuple(...Array.from({ length: 12 }, (_, index) => arbitraryConversion(index + 1)));
      const appointments = fc.tuple(...Array.from({ length: 4 }, (_, index) => arbitraryAppointment(index + 1)));
      await fc.assert(
        fc.asyncProperty(conversions, appointments, async (stored, unlinked) => {
          // Add conversions of the other kind with the same ids, because ids are unique only within a kind.
          const others = stored.map((one) => linkedTo(1, one.id, false, one.kind === "call" ? "submission" : "call"));
          await save(open.mine, ...others, ...stored);
          for (const appointment of unlinked) {
            const searches = searchesFor(appointment, rules);
            const wanted = stored.filter((one) => searches.some((search) => findsConversion(search, one)));
            expect(await waiting(open.mine, 99, appointment)).toEqual(idsOf(wanted).sort());
          }
        }),
        repetitions(25),
      );
    });

    it("are found by the appointments that they close", async () => {
      await save(
        open.mine,
        linkedTo(77, 1),
        linkedTo(77, 2, true),
        linkedTo(78, 2, true, "submission"),
        linkedTo(79, 3),
      );
      expect(await closing(open.mine, 77, 78, 79, 80)).toEqual(["call-2", "submission-2"]);
      expect(await closing(open.mine)).toEqual([]);
    });

    it("are paged by kind and id for one appointment", async () => {
      const all = [linkedTo(77, 10), linkedTo(77, 9), linkedTo(77, 1, true, "submission"), linkedTo(78, 2)];
      await save(open.mine, ...all, aConversion());
      expect(await page(open.mine, 77, 9)).toEqual(["call-9", "call-10", "submission-1"]);
      expect(await page(open.mine, 77, 2)).toEqual(["call-9", "call-10"]);
      expect(await page(open.mine, 77, 2, all[0])).toEqual(["submission-1"]);
      expect(await page(open.mine, 77, 2, all[2])).toEqual([]);
    });

    it("are found together for several appointments, the first conversion of each", async () => {
      const all = [linkedTo(77, 10), linkedTo(77, 9), linkedTo(77, 1, true, "submission"), linkedTo(78, 2)];
      await save(open.mine, ...all, aConversion());
      expect(await first(open.mine, [77, 78, 79], 2)).toEqual(["call-10", "call-2", "call-9"]);
      expect(await first(open.mine, [77], 3)).toEqual(["call-10", "call-9", "submission-1"]);
      expect(await first(open.mine, [], 3)).toEqual([]);
    });

    it("belong to one account, even with equal ids", async () => {
      await save(open.other, aConversion(), linkedTo(77, 1, true));
      expect(await waiting(open.mine, 9, anAppointment())).toEqual([]);
      expect(await closing(open.mine, 77)).toEqual([]);
      expect(await page(open.mine, 77, 9)).toEqual([]);
      expect(await first(open.mine, [77], 9)).toEqual([]);
    });
  });
}
