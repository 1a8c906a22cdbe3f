import * as fc from "fast-check";
import { type Catalog, catalogParts, emptyCatalog } from "../foundation/catalog/catalog.js";
import type { Phone } from "../foundation/kernel/contact-details.js";
import type { AccountId, AppointmentId, CallId, CampaignId, SpendId } from "../foundation/kernel/ids.js";
import type { Cents } from "../foundation/kernel/numbers.js";
import { type CalendarDate, day, type Instant, plus } from "../foundation/kernel/times.js";
import type { Window } from "../foundation/kernel/window.js";
import type { Stores } from "../ports.js";
import type { Appointment } from "../subjects/appointments/appointment.js";
import type { ChannelOutcome } from "../subjects/campaigns/campaign-summary.js";
import type { Spend } from "../subjects/campaigns/spends.js";
import type { Origin } from "../subjects/conversions/conversion-item.js";
import { type Conversion, conversionKinds, noAppointment } from "../subjects/conversions/conversion.js";
import { type ListingMetric, metricTypes } from "../subjects/listings/listing-metric.js";
import { repetitions } from "./arbitraries.js";
import {
  aCampaign,
  aClient,
  aConversion,
  aCredential,
  aGroup,
  aListing,
  aListingMetric,
  aLocation,
  aMessage,
  anAppointment,
  anAuditRecord,
  aPlatform,
  aProvider,
  aQuestion,
  aSurvey,
  at,
  locationId,
  providerId,
} from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { beforeEach, describe, expect, it } from "./runner.js";

export function catalogContract(fresh: Fresh): void {
  describe("a catalog", () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, changes: Partial<Catalog>) =>
      open.storage.transact(account, (stores) => stores.catalog.save(account, changes));
    const read = (account: AccountId) =>
      open.storage.read(account, ({ catalog }) => catalog.read(account, ...catalogParts));

    const whole: Catalog = {
      locations: [
        aLocation(),
        aLocation({ id: locationId(2), externalIds: [], address: null, state: null, silenced: true }),
      ],
      providers: [
        aProvider(),
        aProvider({ id: providerId(11), npi: null, externalIds: ["P-11", "Ü"], locationIds: [] }),
      ],
      listings: [aListing({ address: null })],
      groups: [aGroup({ providerIds: [providerId(10), providerId(11)] })],
      platforms: [aPlatform(), aPlatform({ id: 4 as never, isSurvey: true, active: null, isPrivate: true })],
      surveys: [
        aSurvey({
          questions: [
            aQuestion({ overall: true, allowsComment: true }),
            aQuestion({ id: "q2", kind: "point_scale", min: -1, max: 7, minLabel: "low", maxLabel: "hoch\n" }),
            aQuestion({ id: "__proto__", name: "constructor", kind: "multi_select", choices: ["b", "a", "b"] }),
          ],
        }),
      ],
      messages: [
        aMessage({
          silenced: true,
          languages: { en: { key: "en", message: "Hi" }, es: { key: "es", message: "¡Hola!" } },
        }),
      ],
      campaigns: [aCampaign(), aCampaign({ id: 8 as never, source: null, scctParameter: null, trackingNumbers: [] })],
      answerKeys: [
        {
          id: aSurvey().id,
          keys: [
            ["Wait", "q2"],
            ["__proto__", "__proto__"],
          ],
        },
      ],
    };

    it("is empty at first", async () => {
      expect(await read(open.mine)).toEqual(emptyCatalog);
    });

    it("is returned with all fields", async () => {
      await save(open.mine, whole);
      expect(await read(open.mine)).toEqual(whole);
    });

    it("returns only the requested parts", async () => {
      await save(open.mine, whole);
      const parts = await open.storage.read(open.mine, ({ catalog }) => catalog.read(open.mine, "groups", "platforms"));
      expect(parts).toEqual({ groups: whole.groups, platforms: whole.platforms });
    });

    it("replaces records by id, keeps all others, and sorts ids as numbers", async () => {
      await save(open.mine, whole);
      const tenth = aLocation({ id: locationId(10), name: "Tenth" });
      const renamed = aLocation({ id: locationId(2), name: "Oak Street" });
      await save(open.mine, { locations: [tenth, renamed] });
      expect(await read(open.mine)).toEqual({ ...whole, locations: [aLocation(), renamed, tenth] });
    });

    it("belongs to one account, even with equal ids", async () => {
      await save(open.mine, whole);
      await save(open.other, { locations: [aLocation({ name: "Elsewhere" })] });
      expect(await read(open.mine)).toEqual(whole);
      expect(await read(open.other)).toEqual({ ...emptyCatalog, locations: [aLocation({ name: "Elsewhere" })] });
    });
  });

  describe("the version of a catalog", () => {
    const open = freshStorage(fresh);
    beforeEach(async () => {
      const { storage, mine, other } = open;
      await storage.credentials.add(mine, aCredential(), "mine", () => anAuditRecord());
      await storage.credentials.add(other, aCredential(), "other", () => anAuditRecord());
      await storage.clients.add(aClient({ account: mine }), anAuditRecord());
    });
    const save = (name: string, account = open.mine) =>
      open.storage.transact(account, ({ catalog }) => catalog.save(account, { locations: [aLocation({ name })] }));
    const versionOf = async (hash = "mine") => (await open.storage.credentials.byHash(hash))?.catalogVersion;

    it("changes with every change and never repeats", async () => {
      const versions = [];
      for (const name of ["One", "Two", "One"]) {
        await save(name);
        versions.push(await versionOf());
      }
      await open.storage.transact(open.mine, ({ catalog }) => catalog.remove(open.mine, { locations: [1] }));
      versions.push(await versionOf());
      expect(versions).toEqual([...new Set(versions)]);
      expect(versions).not.toContain(undefined);
    });

    it("is the same in credentials and clients, and stable without changes", async () => {
      await save("One");
      const version = await versionOf();
      await save("Elsewhere", open.other);
      await open.storage.transact(open.mine, ({ catalog }) => catalog.save(open.mine, {}));
      expect(await versionOf()).toBe(version);
      expect((await open.storage.clients.byId(aClient().clientId))?.catalogVersion).toBe(version);
    });

    it("is stable when a unit of work fails", async () => {
      await save("One");
      const version = await versionOf();
      const failing = open.storage.transact(open.mine, async ({ catalog }) => {
        await catalog.save(open.mine, { locations: [aLocation({ name: "Two" })] });
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect(await versionOf()).toBe(version);
    });
  });
}

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
const days = Array.from({ length: 6 }, (_, index) => plus(at("2026-03-01T12:00:00Z"), 3 * index * day));

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
    const ask = async (account: AccountId, window: Window = firstWindow) => {
      const led = await open.storage.read(account, ({ outcomes }) => outcomes.ofChannels(account, window, channelOf));
      return led.sort((a, b) => (a.channel < b.channel ? -1 : 1));
    };

    it("equal a naive count for any history", async () => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(histories, async (found) => {
          round += 1;
          const [history, window] = [later(found, round), windowOf(round)];
          await save(open.mine, history);
          expect(await ask(open.mine, window)).toEqual(naively(history, window));
        }),
        repetitions(40),
      );
    });

    it("equal a naive count after any changes and while any part of them is sealed", async () => {
      await open.storage.transact(open.mine, ({ catalog }) =>
        catalog.save(open.mine, { campaigns, locations: [aLocation()], providers: [aProvider()] }),
      );
      let stored: History = { appointments: [], conversions: [] };
      await fc.assert(
        fc.asyncProperty(fc.array(changes, { minLength: 1, maxLength: 6 }), async (steps) => {
          for (const { history, part, sealed, window } of steps) {
            const next = changed(stored, history, part);
            await open.storage.transact(open.mine, (stores) => replace(stores, open.mine, stored, next));
            stored = next;
            expect(await ask(open.mine, window)).toEqual(naively(stored, window));
            if (sealed === 0) continue;
            await open.storage.sealer.seal(open.mine, { conversions: sealed });
            expect(await ask(open.mine, window)).toEqual(naively(stored, window));
            expect(await ask(open.mine, {})).toEqual(naively(stored, {}));
          }
        }),
        repetitions(40),
      );
    });

    it("contain a conversion that is added to sealed results, moved between them, and removed", async () => {
      const conversions = days.map((time, index) => aConversion({ id: (index + 1) as CallId, at: time }));
      await save(open.mine, { appointments: [], conversions });
      const all = { from: plus(days[0] as Instant, -10 * day), to: plus(days[5] as Instant, 10 * day) };
      const countAfter = async (work: (stores: Stores) => Promise<void>, window: Window = all) => {
        await open.storage.sealer.seal(open.mine, { conversions: 1 });
        await open.storage.transact(open.mine, work);
        return (await ask(open.mine, window)).reduce((sum, one) => sum + one.conversions, 0);
      };
      const saved = (time: Instant | undefined) => (stores: Stores) =>
        stores.conversions.save(open.mine, [aConversion({ id: 9 as CallId, at: time as Instant })]);
      expect(await countAfter(saved(days[0]))).toBe(7);
      const early = { from: all.from, to: plus(days[0] as Instant, 4 * day) };
      expect(await countAfter(saved(days[3]), early)).toBe(2);
      expect(await countAfter((stores) => stores.conversions.remove(open.mine, "call", [9 as CallId]))).toBe(6);
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
          at: plus(firstWindow.from, Math.floor(((index - 500) * 12 * day) / count)),
          campaignId: null,
          source: index % 2 === 0 ? "google" : `source ${index % 250}`,
          newPatient: index % 5 === 0,
          appointmentId: (index % 4 === 3 ? null : (index % 3_000) + 1) as AppointmentId,
          closes: index < 3_000 && index % 4 !== 3,
        }),
      );
      await save(open.mine, { appointments, conversions });
      const expected = naively({ appointments, conversions }, firstWindow);
      expect(await ask(open.mine)).toEqual(expected);
      await open.storage.sealer.seal(open.mine);
      expect(await ask(open.mine)).toEqual(expected);
    }, 60_000);

    it("belong to one account", async () => {
      const history = {
        appointments: [anAppointment({ revenue: 500 as Cents })],
        conversions: [aConversion({ at: firstWindow.from, appointmentId: 77 as AppointmentId, closes: true })],
      };
      await save(open.other, history);
      await open.storage.sealer.seal(open.other, { conversions: 1 });
      expect(await ask(open.mine)).toEqual([]);
      await save(open.mine, { ...history, appointments: [anAppointment({ revenue: null })] });
      await open.storage.sealer.seal(open.mine, { conversions: 1 });
      expect(await ask(open.mine)).toMatchObject([{ appointments: 1, knownRevenue: 0, unknownOfNew: 1 }]);
    });
  });
}

/** Returns the time range of a test round. The time ranges of test rounds do not overlap. */
const windowOf = (round: number) => ({
  from: plus(days[1] as Instant, round * 20 * day),
  to: plus(days[4] as Instant, round * 20 * day),
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
      at: plus(one.at, round * 20 * day),
      appointmentId: one.appointmentId && renamed(one.appointmentId),
    })),
  };
}

const channelOf = ({ campaignId, source }: Origin): string =>
  campaignId === 7 || source === "google" ? "Search" : "Social";

const parts = ["all", "appointments", "conversions", "one conversion"] as const;

/** Steps that replace some of the stored records, and then seal some of the results. */
const changes = fc.record({
  history: histories,
  part: fc.constantFrom(...parts),
  sealed: fc.nat(4),
  window: fc
    .tuple(fc.nat(5), fc.nat(5))
    .map(([from, to]) => ({ from: days[from] as Instant, to: plus(days[to] as Instant, 1) })),
});

/** Returns the records after a step. A conversion stays linked only if its appointment exists. */
function changed(stored: History, history: History, part: (typeof parts)[number]): History {
  if (part === "all") return history;
  if (part === "one conversion") {
    // The id is that of a stored conversion or a new one.
    const some = history.conversions.slice(0, 1).map((one) => ({
      ...one,
      ...noAppointment,
      id: ((stored.conversions.length >> 1) + history.conversions.length) as CallId,
    }));
    const others = stored.conversions.filter((other) =>
      some.every((one) => one.id !== other.id || one.kind !== other.kind),
    );
    return { ...stored, conversions: [...others, ...some] };
  }
  if (part === "conversions") {
    const known = new Set(stored.appointments.map(({ id }) => id));
    const conversions = history.conversions.map((one) =>
      one.appointmentId !== null && known.has(one.appointmentId) ? one : { ...one, ...noAppointment },
    );
    return { ...stored, conversions };
  }
  const appointments = new Map([...stored.appointments, ...history.appointments].map((one) => [one.id, one]));
  return { ...stored, appointments: [...appointments.values()] };
}

/** Saves the records that differ, and removes the others. */
async function replace(stores: Stores, account: AccountId, before: History, after: History): Promise<void> {
  const isIn = (some: readonly object[]) => {
    const texts = new Set(some.map((one) => JSON.stringify(one)));
    return (one: object) => texts.has(JSON.stringify(one));
  };
  const [stays, isStored] = [isIn(after.conversions.map(keyOf)), isIn(before.conversions)];
  for (const kind of conversionKinds) {
    const removed = before.conversions.filter((one) => one.kind === kind && !stays(keyOf(one)));
    await stores.conversions.remove(
      account,
      kind,
      removed.map(({ id }) => id),
    );
  }
  const remaining = new Set(after.appointments.map(({ id }) => id));
  await stores.conversions.save(
    account,
    after.conversions.filter((one) => !isStored(one)),
  );
  await stores.appointments.remove(
    account,
    before.appointments.flatMap(({ id }) => (remaining.has(id) ? [] : id)),
  );
  const isSame = isIn(before.appointments);
  await stores.appointments.save(
    account,
    after.appointments.filter((one) => !isSame(one)),
  );
}

const keyOf = ({ kind, id }: Conversion) => ({ kind, id });

/** Computes the expected results with a simple algorithm that checks each appointment in turn. */
function naively({ appointments, conversions }: History, { from, to }: Window) {
  const inWindow = conversions.filter(({ at }) => at >= (from ?? -Infinity) && at < (to ?? Infinity));
  const outcomes = channelNames.map((channel) => naiveOutcome(channel, inWindow, appointments));
  return outcomes.filter((one) => one.conversions > 0);
}

function naiveOutcome(channel: string, inWindow: readonly Conversion[], appointments: readonly Appointment[]) {
  const own = inWindow.filter((one) => channelOf(one) === channel);
  const credited = new Map<AppointmentId | null, Conversion[]>();
  for (const one of own) {
    credited.set(one.appointmentId, [...(credited.get(one.appointmentId) ?? []), one]);
  }
  const touching = ({ id }: Appointment, closes: boolean) =>
    (credited.get(id) ?? []).filter((one) => one.closes === closes);
  const matching = appointments.filter((one) => touching(one, true).length > 0);
  const isNew = (one: Appointment) => touching(one, true).some(({ newPatient }) => newPatient);
  const unknown = matching.filter(({ revenue }) => revenue === null);
  const patients = matching
    .filter(isNew)
    .map((one) => one.patientId ?? one.phones[0] ?? one.patientName ?? `nobody ${one.id}`);
  return {
    channel,
    conversions: own.length,
    appointments: matching.length,
    assists: appointments.filter((one) => touching(one, false).length > 0).length,
    newPatients: new Set(patients).size,
    knownRevenue: matching.reduce((sum, { revenue }) => sum + (revenue ?? 0), 0) as Cents,
    unknownOfNew: unknown.filter(isNew).length,
    unknownOfOthers: unknown.length - unknown.filter(isNew).length,
  } satisfies ChannelOutcome;
}

export function listingMetricsContract(fresh: Fresh): void {
  describe("listing metrics", () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, ...metrics: ListingMetric[]) =>
      open.storage.transact(account, async ({ catalog, listingMetrics }) => {
        await catalog.save(account, { locations: [2, 9, 10].map((id) => aLocation({ id: locationId(id) })) });
        await listingMetrics.save(account, metrics);
      });
    const all = (account: AccountId) => open.storage.read(account, (stores) => stores.listingMetrics.all(account));
    const metric = (id: number, month: number, type: ListingMetric["type"] = "views_maps", count = 1) =>
      aListingMetric({ locationId: locationId(id), month, type, count });

    it("are returned with all fields by location, month and type, with numeric ids", async () => {
      const types = metricTypes.map((type, index) => metric(9, 202602, type, index * 3_000_000_000));
      const others = [metric(10, 202512), metric(9, 202601), metric(2, 202612), metric(9, 202512)];
      await save(open.mine, ...types, ...others);
      const [december, january, last, first] = [metric(9, 202512), metric(9, 202601), others[0], others[2]];
      const alphabetical = [...types].sort((a, b) => (a.type < b.type ? -1 : 1));
      expect(await all(open.mine)).toEqual([first, december, january, ...alphabetical, last]);
    });

    it("are returned in pages, each after the last key of the previous page", async () => {
      const types = metricTypes.map((type) => metric(9, 202602, type));
      await save(open.mine, metric(10, 202512), ...types, metric(9, 202601), metric(2, 202612));
      await save(open.other, metric(9, 202603));
      const pages: ListingMetric[][] = [];
      for (let after: ListingMetric | undefined; pages.at(-1)?.length !== 0; after = pages.at(-1)?.at(-1)) {
        const page = { limit: 3, ...(after && { after }) };
        pages.push(await open.storage.read(open.mine, (stores) => stores.listingMetrics.all(open.mine, page)));
      }
      expect(pages.map(({ length }) => length)).toEqual([3, 3, 2, 0]);
      expect(pages.flat()).toEqual(await all(open.mine));
    });

    it("are empty at first", async () => {
      expect(await all(open.mine)).toEqual([]);
    });

    it("are replaced by location, month and type", async () => {
      await save(open.mine, metric(2, 202601), metric(2, 202602), metric(2, 202601, "views_search"));
      await save(open.mine, metric(2, 202601, "views_maps", 7));
      expect(await all(open.mine)).toEqual([
        metric(2, 202601, "views_maps", 7),
        metric(2, 202601, "views_search"),
        metric(2, 202602),
      ]);
    });

    it("are found by their whole keys, for their account only", async () => {
      await save(open.mine, metric(2, 202601), metric(2, 202602), metric(9, 202601));
      await save(open.other, metric(2, 202601, "views_maps", 5), metric(9, 202602));
      const requested = [metric(2, 202601, "views_maps", 99), metric(2, 202601, "views_search"), metric(9, 202602)];
      const byKeys = (keys: ListingMetric[]) =>
        open.storage.transact(open.mine, ({ listingMetrics }) => listingMetrics.byKeys(open.mine, keys));
      expect(await byKeys(requested)).toEqual([metric(2, 202601)]);
      expect(await byKeys([])).toEqual([]);
      expect(await all(open.other)).toEqual([metric(2, 202601, "views_maps", 5), metric(9, 202602)]);
    });
  });
}
