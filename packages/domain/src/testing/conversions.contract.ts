import * as fc from "fast-check";
import { newBulk } from "../foundation/feed/publication.js";
import { type EmailAddress, personName, type Phone } from "../foundation/kernel/contact-details.js";
import type { AccountId, AppointmentId, CallId, SubmissionId } from "../foundation/kernel/ids.js";
import { type CalendarDate, minute, plus } from "../foundation/kernel/times.js";
import type { Appointment } from "../subjects/appointments/appointment.js";
import { finds, matchLevels, searchAt, searchesFor } from "../subjects/appointments/matching.js";
import type { CallName, CallTracker } from "../subjects/calls/call.js";
import {
  type Conversion,
  type ConversionKind,
  conversionKinds,
  conversionsOfKind,
  findsConversion,
} from "../subjects/conversions/conversion.js";
import type { Submission, SubmissionKey } from "../subjects/submissions/submission.js";
import { arbitraryAppointment, arbitraryConversion, repetitions } from "./arbitraries.js";
import {
  aCampaign,
  aConversion,
  aLocation,
  aMessage,
  anAppointment,
  anInvite,
  aPlatform,
  aProvider,
  aSubmission,
  at,
  locationId,
  matchRules,
  providerId,
} from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { recordsContract } from "./records.contract.js";
import { describe, expect, it } from "./runner.js";

const linked = {
  appointmentId: 77 as never,
  locationId: locationId(1),
  providerId: providerId(10),
  patientId: "MRN-5",
  patientName: "Zoë 🙂 O'Neil",
};

export function conversionsContract(fresh: Fresh): void {
  for (const kind of conversionKinds) {
    recordsContract<Conversion>(fresh, {
      name: `conversions of the kind ${kind}`,
      store: ({ conversions }) => conversionsOfKind(conversions, kind),
      make: (overrides) => aConversion({ kind, ...overrides } as Partial<Conversion>),
      samples: samplesOf(kind),
      mentions: { campaignIds: "campaignId", locationIds: "locationId", providerIds: "providerId" },
    });
  }

  describe("conversions of several kinds", () => {
    const open = freshStorage(fresh);

    it("may have equal ids, as a call and a submission", async () => {
      const [call, submission] = [aConversion(), aConversion({ kind: "submission", type: "App", source: "app" })];
      const found = await open.storage.transact(open.mine, async ({ catalog, conversions }) => {
        await catalog.save(open.mine, { campaigns: [aCampaign()], locations: [aLocation()], providers: [aProvider()] });
        await conversions.save(open.mine, [call, submission]);
        return [
          await conversions.byIds(open.mine, "call", [call.id]),
          await conversions.byIds(open.mine, "submission", [call.id]),
          await conversions.page(open.mine, "submission", { after: 0, limit: 9 }),
        ];
      });
      expect(found).toEqual([[call], [submission], [submission]]);
    });
  });
}

const samplesOf = (kind: ConversionKind): readonly Conversion[] => [
  aConversion({
    kind,
    id: 9 as never,
    type: "Online",
    fromNumber: 'Anonymous "✆"',
    phone: null,
    trackingNumber: null,
    campaignId: null,
    newPatient: false,
    prospectName: { first: "zoe", last: "oneil" },
    prospectEmail: "zoe@example.com" as EmailAddress,
    prospectId: "MRN-5",
    scheduledDate: "2026-03-05" as CalendarDate,
  }),
  aConversion({
    kind,
    id: 10 as never,
    ...linked,
    appointmentAt: at("2026-03-05T15:00:00Z"),
    source: "google / cpc",
    sentCampaign: "Mai 🙂",
    sentChannel: "O'Hara",
    closes: true,
  }),
  aConversion({
    kind,
    id: 11 as never,
    ...linked,
    appointmentAt: "2026-03-05" as CalendarDate,
    modifiedAt: at("2026-04-01T00:00:00Z"),
    locationId: null,
    patientId: null,
    prospectName: { first: "", last: "reed" },
  }),
];

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

const sampleAppointments: readonly Appointment[] = [
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
      await save(open.mine, ...sampleAppointments);
      const found = await byIds(open.mine, ...sampleAppointments.map(({ id }) => id), 404);
      expect(found).toHaveLength(sampleAppointments.length);
      expect(found).toEqual(expect.arrayContaining([...sampleAppointments]));
      expect(await byIds(open.mine)).toEqual([]);
    });

    it("belong to one account, even with equal ids", async () => {
      await save(open.other, anAppointment());
      expect(await byIds(open.mine, 77)).toEqual([]);
      expect(await firstIds(open.mine, aConversion())).toEqual([[]]);
      expect(await firstIds(open.other, aConversion())).toEqual([[77]]);
    });

    it("are found by their current values, not by earlier ones", async () => {
      await save(open.mine, ...sampleAppointments);
      for (const one of sampleAppointments) {
        await save(open.mine, { ...one, id: 7 as never });
        expect(await byIds(open.mine, 7)).toEqual([{ ...one, id: 7 }]);
      }
      const [known] = sampleAppointments;
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

    /** Expects that each search finds the appointment that the rule defines. */
    async function expectFirst(stored: readonly Appointment[], conversion: Conversion): Promise<void> {
      const searches = matchLevels.flatMap((level) => searchAt(level, conversion, rules) ?? []);
      const wanted = searches.map((search) => firstOf(stored.filter((one) => finds(search, one))));
      expect(await firstIds(open.mine, conversion)).toEqual(wanted);
    }

    it("are found among many with one number by name, until they change", async () => {
      const crowd = Array.from({ length: 450 }, (_, index) =>
        anAppointment({
          id: (index + 1) as never,
          at: index % 2 ? plus(at("2026-03-03"), index * minute) : ("2026-03-04" as CalendarDate),
          bookedAt: index % 5 ? at("2026-02-01") : at("2026-03-02T16:30:00Z"),
          patientName: `Cal Reed${index % 425}`,
        }),
      );
      const called = ["Cal Reed5", "Calvin Reed295", "Cal Reed290", "Cal Reed410", "Ann Reed5", "Cal Nobody", ""].map(
        (name) =>
          aConversion({ prospectName: name ? personName(name) : null, prospectEmail: "cal.reed@example.com" as never }),
      );
      const expectAll = async (stored: readonly Appointment[]) => {
        for (const conversion of called) await expectFirst(stored, conversion);
      };
      await save(open.mine, ...crowd.slice(0, 150));
      await expectAll(crowd.slice(0, 150));
      await save(open.mine, ...crowd.slice(150, 320));
      const bulk = newBulk();
      await open.storage.transact(open.mine, ({ appointments }) =>
        appointments.save(open.mine, crowd.slice(320), bulk),
      );
      while (await open.storage.transact(open.mine, (stores) => stores.bulk.settle(open.mine, bulk)));
      await expectAll(crowd);
      const moved = { ...(crowd[290] as Appointment), phones: [], email: null };
      await save(open.mine, moved);
      await expectAll(crowd.with(290, moved));
      await open.storage.transact(open.mine, ({ appointments }) => appointments.remove(open.mine, [296 as never]));
      await expectAll(crowd.with(290, moved).toSpliced(295, 1));
      const ids = crowd.slice(150).map(({ id }) => id);
      await open.storage.transact(open.mine, ({ appointments }) => appointments.remove(open.mine, ids));
      await save(open.mine, ...crowd.slice(400));
      await save(open.mine, ...crowd.slice(150, 400));
      await expectAll(crowd);
    });

    it("are found by every search as the rule defines, for any data", async () => {
      const appointments = fc.tuple(...Array.from({ length: 12 }, (_, index) => arbitraryAppointment(index + 1)));
      const conversions = fc.tuple(...Array.from({ length: 6 }, (_, index) => arbitraryConversion(index + 1)));
      await fc.assert(
        fc.asyncProperty(appointments, conversions, async (stored, unmatched) => {
          await save(open.mine, ...stored);
          for (const conversion of unmatched) await expectFirst(stored, conversion);
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

const sampleSubmissions: readonly Submission[] = [
  aSubmission(),
  aSubmission({ id: 951 as never, phone: null, phoneNumber: 'Anonymous "✆"', type: "App", email: null }),
  aSubmission({
    ...{ id: 952 as never, isTest: true, patientId: "MRN-5", scheduledDate: "2026-03-05" as CalendarDate },
    ...{ street: "1 Main St", secondaryStreet: "Apt 2", city: "Provo", state: "UT", postal: "84601" },
  }),
];

export function submissionsContract(fresh: Fresh): void {
  describe("submissions", () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, ...submissions: Submission[]) =>
      open.storage.transact(account, (stores) => stores.submissions.save(account, submissions));
    const byIds = (account: AccountId, ...ids: number[]) =>
      open.storage.transact(account, (stores) => stores.submissions.byIds(account, ids as SubmissionId[]));
    const idsByKeys = async (account: AccountId, ...keys: SubmissionKey[]) => {
      const found = await open.storage.transact(account, (stores) => stores.submissions.byKeys(account, keys));
      return found.map(({ id }) => Number(id)).sort((a, b) => a - b);
    };
    const removeTests = (account: AccountId) =>
      open.storage.transact(account, (stores) => stores.submissions.removeTests(account));

    it("are returned with all values, known and unknown", async () => {
      await save(open.mine, ...sampleSubmissions);
      const found = await byIds(open.mine, ...sampleSubmissions.map(({ id }) => id), 404);
      expect(found).toHaveLength(sampleSubmissions.length);
      expect(found).toEqual(expect.arrayContaining([...sampleSubmissions]));
      expect(await byIds(open.mine)).toEqual([]);
    });

    it("are replaced completely by id", async () => {
      for (const one of sampleSubmissions) {
        await save(open.mine, { ...one, id: 7 as SubmissionId });
        expect(await byIds(open.mine, 7)).toEqual([{ ...one, id: 7 }]);
      }
    });

    it("are found by number, parameter, type and second, separately for tests", async () => {
      const one = aSubmission();
      await save(open.mine, one, aSubmission({ id: 960 as never, at: at("2026-03-02T16:00:01Z") }));
      expect(await idsByKeys(open.mine, { ...one, phoneNumber: "801.555.0142" })).toEqual([950]);
      const others: Partial<Submission>[] = [
        ...[{ phone: "+18015550143" as never }, { scctParameter: "spring-2" }, { type: "App" as const }],
        ...[{ isTest: true }, { at: at("2026-03-02T15:59:59Z") }],
      ];
      for (const other of others) expect(await idsByKeys(open.mine, aSubmission(other))).toEqual([]);
    });

    it("are found by the original number if it is not usable", async () => {
      await save(open.mine, ...sampleSubmissions);
      expect(await idsByKeys(open.mine, ...sampleSubmissions, aSubmission({ scctParameter: "gone" }))).toEqual([
        950, 951, 952,
      ]);
      expect(await idsByKeys(open.mine, { ...(sampleSubmissions[1] as Submission), phoneNumber: "Private" })).toEqual(
        [],
      );
    });

    it("can be found by many keys at once", async () => {
      const submissions = Array.from({ length: 250 }, (_, index) =>
        aSubmission({ id: (index + 1) as never, scctParameter: `p-${index}` }),
      );
      await save(open.mine, ...submissions);
      expect(await idsByKeys(open.mine, ...submissions)).toHaveLength(250);
      expect(await idsByKeys(open.mine)).toEqual([]);
    });

    it("have a highest id", async () => {
      const greatest = (account: AccountId) =>
        open.storage.transact(account, ({ ids }) => ids.greatest(account, "submissions"));
      await save(open.other, aSubmission({ id: 5_000 as never }));
      expect(await greatest(open.mine)).toBe(0);
      await save(open.mine, ...[100, 9].map((id) => aSubmission({ id: id as never })));
      expect(await greatest(open.mine)).toBe(100);
    });

    it("lose only their tests on request", async () => {
      const tests = Array.from({ length: 300 }, (_, index) => aSubmission({ id: (index + 1) as never, isTest: true }));
      await save(open.mine, ...tests, aSubmission());
      await save(open.other, aSubmission({ isTest: true }));
      expect(await removeTests(open.mine)).toBe(300);
      expect(await removeTests(open.mine)).toBe(0);
      expect(await byIds(open.mine, 1, 300, 950)).toEqual([aSubmission()]);
      expect(await byIds(open.other, 950)).toEqual([aSubmission({ isTest: true })]);
    });

    it("belong to one account, even with equal ids", async () => {
      await save(open.other, aSubmission());
      expect(await byIds(open.mine, 950)).toEqual([]);
      expect(await idsByKeys(open.mine, aSubmission())).toEqual([]);
    });
  });
}

const phone = (last: number) => `+1801555${String(last).padStart(4, "0")}` as Phone;

export function contactsContract(fresh: Fresh): void {
  describe("contacts", () => {
    const open = freshStorage(fresh);
    const invite = (account: AccountId, ...sent: (readonly [phone: Phone | null, day: string])[]) =>
      open.storage.transact(account, async ({ catalog, invites }) => {
        await catalog.save(account, {
          locations: [aLocation()],
          providers: [aProvider()],
          platforms: [aPlatform()],
          messages: [aMessage()],
        });
        const records = sent.map(([phone, day], index) =>
          anInvite({ id: (index + 1) as never, phone, sentAt: at(day), sentTo: "as sent" }),
        );
        await invites.save(account, records);
      });
    const earliest = async (...phones: Phone[]) =>
      Object.fromEntries(
        await open.storage.transact(open.mine, ({ contacts }) => contacts.earliest(open.mine, phones)),
      );

    it("are the earliest of each requested number", async () => {
      await invite(
        open.mine,
        [phone(1), "2026-03-02"],
        [phone(1), "2026-03-01"],
        [phone(1), "2026-03-03"],
        [phone(2), "2025-12-31"],
        [null, "2024-01-01"],
        [phone(3), "2024-01-01"],
      );
      expect(await earliest(phone(1), phone(2), phone(4))).toEqual({
        [phone(1)]: { at: at("2026-03-01"), date: null },
        [phone(2)]: { at: at("2025-12-31"), date: null },
      });
      expect(await earliest()).toEqual({});
    });

    it("include appointments, with the first time and the first date", async () => {
      const [moment, day] = [at("2026-02-01"), "2026-01-31" as CalendarDate];
      await invite(open.mine, [phone(1), "2026-03-02"], [phone(2), "2026-03-02"]);
      await open.storage.transact(open.mine, ({ appointments }) =>
        appointments.save(open.mine, [
          anAppointment({ id: 1 as never, phones: [phone(1), phone(3)], at: moment }),
          anAppointment({ id: 2 as never, phones: [phone(1)], at: at("2026-02-02") }),
          anAppointment({ id: 3 as never, phones: [phone(2)], at: day }),
          anAppointment({ id: 4 as never, phones: [phone(2)], at: "2026-02-01" as CalendarDate }),
        ]),
      );
      expect(await earliest(phone(1), phone(2), phone(3), phone(4))).toEqual({
        [phone(1)]: { at: moment, date: null },
        [phone(2)]: { at: at("2026-03-02"), date: day },
        [phone(3)]: { at: moment, date: null },
      });
    });

    it("can be read for many numbers at once", async () => {
      const phones = Array.from({ length: 450 }, (_, index) => phone(index));
      await invite(open.mine, ...phones.map((one) => [one, "2026-03-01"] as const));
      expect(Object.keys(await earliest(...phones, phone(999)))).toHaveLength(450);
    });

    it("belong to one account", async () => {
      await invite(open.mine, [phone(1), "2026-03-02"]);
      await invite(open.other, [phone(1), "2026-03-01"], [phone(2), "2026-03-01"]);
      expect(await earliest(phone(1), phone(2))).toEqual({ [phone(1)]: { at: at("2026-03-02"), date: null } });
    });
  });
}

const called = (name: string, id: number): CallName => ({ name, id: id as CallId });
const byId = (a: CallName, b: CallName) => a.id - b.id;

export function callIdsContract(fresh: Fresh): void {
  describe("call ids by tracker name", () => {
    const open = freshStorage(fresh);
    const add = (account: AccountId, tracker: CallTracker, ...names: CallName[]) =>
      open.storage.transact(account, ({ callIds }) => callIds.add(account, tracker, names));
    const found = async (account: AccountId, tracker: CallTracker, ...names: string[]) =>
      (await open.storage.transact(account, ({ callIds }) => callIds.byNames(account, tracker, names))).sort(byId);
    const greatest = (account: AccountId) =>
      open.storage.transact(account, ({ ids }) => ids.greatest(account, "calls"));

    it("are found by the exact name", async () => {
      const names = [called("CAL1", 1), called("cal1", 2), called("7", 3), called("Zoë 🙂 'O\\", 2 ** 53 - 1)];
      await add(open.mine, "callrail", ...names);
      expect(await found(open.mine, "callrail", ...names.map(({ name }) => name), "CAL", "CAL11", "07")).toEqual(names);
      expect(await found(open.mine, "callrail")).toEqual([]);
    });

    it("belong to one tracker and one account", async () => {
      await add(open.mine, "callrail", called("1", 1));
      await add(open.mine, "twilio", called("1", 2));
      await add(open.other, "callrail", called("1", 1), called("2", 9));
      expect(await found(open.mine, "callrail", "1", "2")).toEqual([called("1", 1)]);
      expect(await found(open.mine, "twilio", "1")).toEqual([called("1", 2)]);
      expect(await found(open.other, "twilio", "1")).toEqual([]);
    });

    it("can be numerous", async () => {
      const names = Array.from({ length: 1_234 }, (_, index) => called(`CAL${index}`, index + 1));
      await add(open.mine, "callrail", ...names);
      expect(await found(open.mine, "callrail", ...names.map(({ name }) => name))).toEqual(names);
    });

    it("include the highest id of the account's calls, with or without a name", async () => {
      expect(await greatest(open.mine)).toBe(0);
      await add(open.other, "twilio", called("1", 5_000));
      await open.storage.transact(open.mine, async ({ catalog, conversions }) => {
        await catalog.save(open.mine, { campaigns: [aCampaign()] });
        await conversions.save(open.mine, [
          aConversion({ id: 30 as CallId }),
          aConversion({ kind: "submission", id: 99 as CallId }),
        ]);
      });
      expect(await greatest(open.mine)).toBe(30);
      await add(open.mine, "twilio", called("1", 2 ** 40));
      await add(open.mine, "callrail", called("1", 31));
      expect(await greatest(open.mine)).toBe(2 ** 40);
    });
  });
}
