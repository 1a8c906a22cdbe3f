import fc from "fast-check";
import type { CalendarDate } from "../foundation/kernel/calendar-date.js";
import type { Cents } from "../foundation/kernel/cents.js";
import type { AccountId, AppointmentId, CallId, CampaignId, SpendId } from "../foundation/kernel/ids.js";
import { day, type Instant, plus } from "../foundation/kernel/instant.js";
import type { Phone } from "../foundation/kernel/phone.js";
import type { Appointment } from "../subjects/appointments/appointment.js";
import type { ChannelOutcome } from "../subjects/campaigns/outcome-store.js";
import type { Spend } from "../subjects/campaigns/spend.js";
import type { Origin } from "../subjects/conversions/conversion-item.js";
import type { Conversion } from "../subjects/conversions/conversion.js";
import { anAppointment } from "./attribution-builders.js";
import { aLocation, aProvider, at } from "./builders.js";
import { aCampaign, aConversion } from "./conversion-builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { repetitions } from "./repetitions.js";
import { describe, expect, it } from "./runner.js";

const campaigns = [7, 8, 9].map((id) => aCampaign({ id: id as CampaignId }));

export function campaignsContract(fresh: Fresh): void {
  spendsContract(fresh);
  outcomesContract(fresh);
}

function spendsContract(fresh: Fresh): void {
  describe("spends", () => {
    const open = freshStorage(fresh);
    const spend = (id: number, from: string, to = from, amount = 100): Spend => ({
      ...{ id: id as SpendId, campaignId: 7 as CampaignId, amount: amount as Cents },
      ...{ from: from as CalendarDate, to: to as CalendarDate },
    });
    const save = (account: AccountId, ...spends: Spend[]) =>
      open.storage.transact(account, async (stores) => {
        await stores.catalog.save(account, { campaigns });
        await stores.spends.save(account, spends);
      });
    const within = async (from: string, to = from) => {
      const found = await open.storage.read(open.mine, ({ spends }) =>
        spends.within(open.mine, from as CalendarDate, to as CalendarDate),
      );
      return found.map(({ id }) => id).sort();
    };

    it("are found by the days that overlap a range", async () => {
      await save(open.mine, spend(1, "2026-03-01", "2026-03-31"), spend(2, "2026-03-31"), spend(3, "2026-04-01"));
      expect(await within("2026-03-31")).toEqual([1, 2]);
      expect(await within("2026-03-31", "2026-04-30")).toEqual([1, 2, 3]);
      expect(await within("2026-02-01", "2026-03-01")).toEqual([1]);
      expect(await within("2026-02-01", "2026-02-28")).toEqual([]);
    });

    it("are returned with all fields, the last version of each id", async () => {
      await save(open.mine, spend(1, "2026-03-01"), spend(2, "2026-03-02"));
      await save(open.mine, spend(1, "2026-04-01", "2026-05-01", -99_999_999_999));
      const ids = [1, 2, 3] as SpendId[];
      const found = await open.storage.transact(open.mine, ({ spends }) => spends.byIds(open.mine, ids));
      expect(found.sort((a, b) => a.id - b.id)).toEqual([
        spend(1, "2026-04-01", "2026-05-01", -99_999_999_999),
        spend(2, "2026-03-02"),
      ]);
    });

    it("belong to one account", async () => {
      await save(open.other, spend(1, "2026-03-01"));
      expect(await within("2026-03-01")).toEqual([]);
      expect(await open.storage.transact(open.mine, ({ spends }) => spends.byIds(open.mine, [1 as SpendId]))).toEqual(
        [],
      );
    });
  });
}

const sources = [null, "google", "bing", "O'Hara \\ Söhne"];
const days = Array.from({ length: 6 }, (_, index) => at(`2026-03-0${index + 1}T12:00:00Z`));

/**
 * Generates appointments and conversions, some of which are linked.
 * The last conversion of each appointment is the closing conversion.
 */
const histories = fc
  .record({
    appointments: fc.array(
      fc.record({
        patientId: fc.constantFrom(null, "P-1", "P-2"),
        patientName: fc.constantFrom(null, "Cal Reed"),
        phones: fc.constantFrom<Phone[]>([], ["+18015550142" as Phone]),
        revenue: fc.constantFrom(null, 0 as Cents, 12_345 as Cents),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    conversions: fc.array(
      fc.record({
        at: fc.constantFrom(...days),
        campaignId: fc.constantFrom(null, 7 as CampaignId, 8 as CampaignId),
        source: fc.constantFrom(...sources),
        sentChannel: fc.constantFrom(null, null, "Fairs"),
        newPatient: fc.boolean(),
        appointment: fc.option(fc.nat(4)),
        kind: fc.constantFrom("call" as const, "submission" as const),
      }),
      { maxLength: 20 },
    ),
  })
  .map(({ appointments, conversions }) => {
    const booked = appointments.map((one, index) => anAppointment({ ...one, id: (index + 1) as AppointmentId }));
    const made = conversions.map(({ appointment, ...one }, index) => {
      const id = appointment === null ? undefined : booked[appointment % booked.length]?.id;
      return aConversion({ ...one, id: (index + 1) as CallId, ...(id !== undefined && { appointmentId: id }) });
    });
    const last = new Map(made.map((one) => [one.appointmentId, one]));
    const closed = made.map((one) => ({
      ...one,
      closes: one.appointmentId !== null && last.get(one.appointmentId) === one,
    }));
    return { appointments: booked, conversions: closed };
  });

type History = { readonly appointments: readonly Appointment[]; readonly conversions: readonly Conversion[] };
const channelNames = ["Search", "Social"] as const;

function outcomesContract(fresh: Fresh): void {
  describe("outcomes", () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, { appointments, conversions }: History) =>
      open.storage.transact(account, async (stores) => {
        await stores.catalog.save(account, { campaigns, locations: [aLocation()], providers: [aProvider()] });
        await stores.appointments.save(account, appointments);
        await stores.conversions.save(account, conversions);
      });
    const ask = async (account: AccountId, window = firstWindow) => {
      const origins = await open.storage.read(account, ({ outcomes }) => outcomes.origins(account, window));
      const channels = origins.map((origin) => ({ ...origin, channel: channelOf(origin) }));
      const led = await open.storage.read(account, ({ outcomes }) => outcomes.ofChannels(account, window, channels));
      return { origins, led: led.sort((a, b) => (a.channel < b.channel ? -1 : 1)) };
    };

    it("equal a naive count for any history", async () => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(histories, async (found) => {
          round += 1;
          const [history, window] = [later(found, round), windowOf(round)];
          await save(open.mine, history);
          const { origins, led } = await ask(open.mine, window);
          const inWindow = history.conversions.filter((one) => one.at >= window.from && one.at < window.to);
          for (const one of origins) expect(one.conversions).toBe(inWindow.filter((other) => isOf(one, other)).length);
          expect(origins.reduce((sum, one) => sum + one.conversions, 0)).toBe(inWindow.length);
          const expected = channelNames.map((channel) => naiveOutcome(channel, inWindow, history.appointments));
          expect(led).toEqual(expected.filter(({ appointments, assists }) => appointments + assists > 0));
        }),
        repetitions(40),
      );
    });

    it("equal a naive count for thousands of conversions from hundreds of origins", async () => {
      const count = 12_000;
      const appointments = Array.from({ length: 3_000 }, (_, index) =>
        anAppointment({
          id: (index + 1) as AppointmentId,
          patientId: `P-${index % 900}`,
          revenue: (index % 3 === 0 ? null : index) as Cents,
        }),
      );
      const conversions = Array.from({ length: count }, (_, index) =>
        aConversion({
          id: (index + 1) as CallId,
          at: plus(firstWindow.from, Math.floor(((index - 500) * 3 * day) / count)),
          campaignId: null,
          source: index % 2 === 0 ? "google" : `source ${index % 250}`,
          newPatient: index % 5 === 0,
          appointmentId: (index % 4 === 3 ? null : (index % 3_000) + 1) as AppointmentId,
          closes: index < 3_000 && index % 4 !== 3,
        }),
      );
      await save(open.mine, { appointments, conversions });
      const { origins, led } = await ask(open.mine);
      const inWindow = conversions.filter((one) => one.at >= firstWindow.from && one.at < firstWindow.to);
      expect(origins).toHaveLength(126);
      expect(origins.reduce((sum, one) => sum + one.conversions, 0)).toBe(inWindow.length);
      expect(led).toEqual(channelNames.map((channel) => naiveOutcome(channel, inWindow, appointments)));
    }, 60_000);

    it("belong to one account", async () => {
      const history = {
        appointments: [anAppointment({ revenue: 500 as Cents })],
        conversions: [aConversion({ at: firstWindow.from, appointmentId: 77 as AppointmentId, closes: true })],
      };
      await save(open.other, history);
      expect(await ask(open.mine)).toEqual({ origins: [], led: [] });
      await save(open.mine, { ...history, appointments: [anAppointment({ revenue: null })] });
      expect((await ask(open.mine)).led).toMatchObject([{ appointments: 1, knownRevenue: 0, unknownOfNew: 1 }]);
    });
  });
}

/** Returns the time range of a test round. The time ranges of test rounds do not overlap. */
const windowOf = (round: number) => ({
  from: plus(days[1] as Instant, round * 10 * day),
  to: plus(days[4] as Instant, round * 10 * day),
});
const firstWindow = windowOf(0);

/** Gives generated records new ids and times, so that each round of a test has its own records. */
function later({ appointments, conversions }: History, round: number): History {
  const renamed = (id: AppointmentId) => (id + round * 100) as AppointmentId;
  return {
    appointments: appointments.map((one) => ({ ...one, id: renamed(one.id) })),
    conversions: conversions.map((one) => ({
      ...one,
      id: (one.id + round * 100) as CallId,
      at: plus(one.at, round * 10 * day),
      appointmentId: one.appointmentId && renamed(one.appointmentId),
    })),
  };
}

const isOf = (one: Origin, other: Origin): boolean =>
  one.campaignId === other.campaignId && one.source === other.source && one.sentChannel === other.sentChannel;

const channelOf = ({ campaignId, source }: Origin): string =>
  campaignId === 7 || source === "google" ? "Search" : "Social";

/** Computes the expected results with a simple algorithm that checks each appointment in turn. */
function naiveOutcome(channel: string, inWindow: readonly Conversion[], appointments: readonly Appointment[]) {
  const own = inWindow.filter((one) => channelOf(one) === channel);
  const touching = (one: Appointment, closes: boolean) =>
    own.filter(({ appointmentId, closes: did }) => appointmentId === one.id && did === closes);
  const matching = appointments.filter((one) => touching(one, true).length > 0);
  const isNew = (one: Appointment) => touching(one, true).some(({ newPatient }) => newPatient);
  const unknown = matching.filter(({ revenue }) => revenue === null);
  const patients = matching
    .filter(isNew)
    .map((one) => one.patientId ?? one.phones[0] ?? one.patientName ?? `nobody ${one.id}`);
  return {
    channel,
    appointments: matching.length,
    assists: appointments.filter((one) => touching(one, false).length > 0).length,
    newPatients: new Set(patients).size,
    knownRevenue: matching.reduce((sum, { revenue }) => sum + (revenue ?? 0), 0) as Cents,
    unknownOfNew: unknown.filter(isNew).length,
    unknownOfOthers: unknown.length - unknown.filter(isNew).length,
  } satisfies ChannelOutcome;
}
