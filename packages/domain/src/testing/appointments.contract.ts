import fc from "fast-check";
import type { CalendarDate } from "../foundation/kernel/calendar-date.js";
import type { AccountId, AppointmentId } from "../foundation/kernel/ids.js";
import { minute, plus } from "../foundation/kernel/instant.js";
import { finds, matchLevels, searchAt } from "../subjects/appointments/appointment-search.js";
import type { Appointment } from "../subjects/appointments/appointment.js";
import type { Conversion } from "../subjects/conversions/conversion.js";
import { arbitraryAppointment, arbitraryConversion } from "./attribution-arbitraries.js";
import { anAppointment, matchRules } from "./attribution-builders.js";
import { aLocation, aProvider, at } from "./builders.js";
import { aConversion } from "./conversion-builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { repetitions } from "./repetitions.js";
import { describe, expect, it } from "./runner.js";

const samples: readonly Appointment[] = [
  anAppointment(),
  anAppointment({ id: 78 as never, at: "2026-03-05" as CalendarDate, bookedAt: "2026-03-01" as CalendarDate }),
  anAppointment({ id: 79 as never, bookedAt: at("2026-03-01T10:00:00Z"), patientName: "Zoë 🙂 O'Neil" }),
  {
    ...anAppointment({ id: 80 as never, patientId: null, patientName: null, phones: [], email: null }),
    ...{ locationId: null, providerId: null, revenue: null },
  },
  anAppointment({ id: 81 as never, phones: ["+18015550142", "+18015550143"] as never, revenue: -5 as never }),
  anAppointment({
    id: 82 as never,
    dateOfBirth: "1980-05-01" as CalendarDate,
    source: { connection: "main", ref: "A-82" },
    status: "no_show",
    statusAt: at("2026-03-06T09:00:00Z"),
  }),
];

const rules = matchRules("America/Denver");

export function appointmentsContract(fresh: Fresh): void {
  describe("appointments", () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, ...appointments: Appointment[]) =>
      open.storage.transact(account, async (stores) => {
        await stores.catalog.save(account, { locations: [aLocation()], providers: [aProvider()] });
        await stores.appointments.save(account, appointments);
      });
    const byIds = (account: AccountId, ...ids: number[]) =>
      open.storage.transact(account, (stores) => stores.appointments.byIds(account, ids as AppointmentId[]));
    const first = (account: AccountId, conversion: Conversion) =>
      open.storage.transact(account, (stores) => {
        const searches = matchLevels.flatMap((level) => searchAt(level, conversion, rules) ?? []);
        return stores.appointments.first(account, searches);
      });
    const firstIds = async (account: AccountId, conversion: Conversion) =>
      (await first(account, conversion)).map((matches) => matches.map(({ id }) => Number(id)));

    it("are returned with all values, known and unknown", async () => {
      await save(open.mine, ...samples);
      const found = await byIds(open.mine, ...samples.map(({ id }) => id), 404);
      expect(found).toHaveLength(samples.length);
      expect(found).toEqual(expect.arrayContaining([...samples]));
      expect(await byIds(open.mine)).toEqual([]);
    });

    it("belong to one account, even with equal ids", async () => {
      await save(open.other, anAppointment());
      expect(await byIds(open.mine, 77)).toEqual([]);
      expect(await firstIds(open.mine, aConversion())).toEqual([[]]);
      expect(await firstIds(open.other, aConversion())).toEqual([[77]]);
    });

    it("are found by their current values, not by earlier ones", async () => {
      await save(open.mine, ...samples);
      for (const one of samples) {
        await save(open.mine, { ...one, id: 7 as never });
        expect(await byIds(open.mine, 7)).toEqual([{ ...one, id: 7 }]);
      }
      const [known] = samples;
      await save(open.mine, { ...(known as Appointment), id: 7 as never, phones: ["+18015550199" as never] });
      await save(open.mine, { ...(known as Appointment), id: 7 as never, phones: ["+18015550188" as never] });
      expect(await firstIds(open.mine, aConversion({ phone: "+18015550199" as never }))).toEqual([[]]);
      expect(await firstIds(open.mine, aConversion({ phone: "+18015550188" as never }))).toEqual([[7]]);
    });

    it("are found per search: the first time and the first date, lowest id first", async () => {
      const day = "2026-03-04" as CalendarDate;
      await save(
        open.mine,
        anAppointment({ id: 100 as never }),
        anAppointment({ id: 20 as never }),
        anAppointment({ id: 9 as never, at: at("2026-03-06") }),
        anAppointment({ id: 30 as never, at: day }),
        anAppointment({ id: 4 as never, at: day }),
        anAppointment({ id: 3 as never, at: at("2026-03-01") }),
      );
      expect(await firstIds(open.mine, aConversion())).toEqual([[20, 4]]);
      expect(await open.storage.transact(open.mine, ({ appointments }) => appointments.first(open.mine, []))).toEqual(
        [],
      );
    });

    it("are found among many with one number, if few were booked in time", async () => {
      const appointments = Array.from({ length: 900 }, (_, index) =>
        anAppointment({
          id: (index + 1) as never,
          at: index % 2 ? plus(at("2026-03-03"), index * minute) : ("2026-03-04" as CalendarDate),
          bookedAt: index % 3 ? at("2026-02-01") : ("2026-02-01" as CalendarDate),
        }),
      );
      await save(open.mine, ...appointments);
      expect(await firstIds(open.mine, aConversion())).toEqual([[]]);
      const inTime: readonly Partial<Appointment>[] = [
        { id: 1_005 as never, at: at("2026-04-20"), bookedAt: at("2026-04-19T23:59:00Z") },
        { id: 1_004 as never, at: at("2026-04-20"), bookedAt: null },
        { id: 1_003 as never, at: at("2026-04-19"), bookedAt: "2026-03-02" as CalendarDate },
        { id: 1_002 as never, at: at("2026-04-18"), bookedAt: at("2026-03-02T15:00:00Z") },
        { id: 1_001 as never, at: at("2026-04-17"), bookedAt: null },
      ];
      for (const one of inTime) {
        await save(open.mine, anAppointment(one));
        expect(await firstIds(open.mine, aConversion())).toEqual([[Number(one.id)]]);
      }
      await save(open.mine, anAppointment({ id: 1_006 as never, at: "2026-04-20" as CalendarDate }));
      expect(await firstIds(open.mine, aConversion())).toEqual([[1_001, 1_006]]);
    });

    it("are found by every search as the rule defines, for any data", async () => {
      const appointments = fc.tuple(...Array.from({ length: 12 }, (_, index) => arbitraryAppointment(index + 1)));
      const conversions = fc.tuple(...Array.from({ length: 6 }, (_, index) => arbitraryConversion(index + 1)));
      await fc.assert(
        fc.asyncProperty(appointments, conversions, async (stored, unmatched) => {
          await save(open.mine, ...stored);
          for (const conversion of unmatched) {
            const searches = matchLevels.flatMap((level) => searchAt(level, conversion, rules) ?? []);
            const wanted = searches.map((search) => firstOf(stored.filter((one) => finds(search, one))));
            expect(await firstIds(open.mine, conversion)).toEqual(wanted);
          }
        }),
        repetitions(25),
      );
    });
  });
}

/** Returns up to two ids: of the earliest appointment with a time of day, and of the earliest one with only a date. */
function firstOf(found: readonly Appointment[]): number[] {
  return ["number", "string"].flatMap((form) => {
    const ofForm = found.filter(({ at: time }) => typeof time === form);
    return ofForm.sort((a, b) => (a.at === b.at ? a.id - b.id : a.at < b.at ? -1 : 1))[0]?.id ?? [];
  });
}
