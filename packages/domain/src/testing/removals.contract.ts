import type { CalendarDate } from "../foundation/kernel/calendar-date.js";
import type { Cents } from "../foundation/kernel/cents.js";
import type {
  AccountId,
  AppointmentId,
  CallId,
  CampaignId,
  ImportRunId,
  InviteId,
  PatientFileId,
  SpendId,
  SubmissionId,
} from "../foundation/kernel/ids.js";
import type { Instant } from "../foundation/kernel/instant.js";
import type { Phone } from "../foundation/kernel/phone.js";
import type { Stores } from "../ports.js";
import { defaultConnection } from "../subjects/imports/import-connection.js";
import type { Contact } from "../subjects/imports/stops.js";
import type { Widget, WidgetId } from "../subjects/widget/widget.js";
import { anAppointment, aSubmission } from "./attribution-builders.js";
import { aLocation, aMessage, anInvite, aPlatform, aProvider, locationId, providerId } from "./builders.js";
import { aCampaign, aListingMetric } from "./conversion-builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

const widget = (id: string): Widget => ({
  ...{ id: id as WidgetId, reviewIdKey: "secret", limit: 7, minRating: 3, firstNameOnly: true },
  ...{ platformIds: null, allowedOrigins: [], pinnedReviewIds: [], hiddenReviewIds: [] },
});

/** Tests that deleting records also deletes their index rows, and does not affect other accounts. */
export function removalsContract(fresh: Fresh): void {
  describe("deleting", () => {
    const open = freshStorage(fresh);
    const write = <T>(work: (stores: Stores, account: AccountId) => Promise<T>, account = open.mine) =>
      open.storage.transact(account, (stores) => work(stores, account));
    const places = async ({ catalog }: Stores, account: AccountId) =>
      catalog.save(account, {
        locations: [aLocation()],
        providers: [aProvider()],
        platforms: [aPlatform()],
        messages: [aMessage()],
        campaigns: [aCampaign()],
      });
    /** Stores the same data in both accounts. */
    async function both(work: (stores: Stores, account: AccountId) => Promise<unknown>): Promise<void> {
      for (const account of [open.mine, open.other]) await write(work, account);
    }

    it("appointments makes them unreachable by every key and page", async () => {
      const one = anAppointment({
        dateOfBirth: "1980-05-01" as CalendarDate,
        source: { connection: "main", ref: "A" },
      });
      const two = anAppointment({ id: 78 as never, phones: ["+18015550199" as Phone], patientId: "MRN-6" });
      await both(async (stores, account) => {
        await places(stores, account);
        await stores.appointments.save(account, [one, two]);
      });
      const keys = [
        { kind: "phone" as const, value: "+18015550142" },
        { kind: "patient" as const, value: "MRN-5" },
        { kind: "source" as const, value: "main\nA" },
      ];
      const seen = (account: AccountId) =>
        write(async ({ appointments, contacts }) => {
          const page = await appointments.page(account, { after: 0, limit: 9 });
          const earliest = await contacts.earliest(account, ["+18015550142" as Phone]);
          return [await appointments.withKeys(account, keys), page.map(({ id }) => id), earliest.size];
        }, account);
      expect(await seen(open.mine)).toEqual([[77, 77, 77], [77, 78], 1]);
      await write(({ appointments }, account) => appointments.remove(account, [77, 404] as AppointmentId[]));
      expect(await seen(open.mine)).toEqual([[undefined, undefined, undefined], [78], 0]);
      expect(await seen(open.other)).toEqual([[77, 77, 77], [77, 78], 1]);
      await write(({ appointments }, account) => appointments.save(account, [one]));
      expect(await seen(open.mine)).toEqual([[77, 77, 77], [77, 78], 1]);
    });

    it("invites makes them unreachable by phone, email address, patient and visit", async () => {
      const one = anInvite({ patientId: "MRN-5", visit: "main\nA" });
      await both(async (stores, account) => {
        await places(stores, account);
        await stores.invites.save(account, [one]);
      });
      const searches = [
        { kind: "phone" as const, value: one.phone ?? "" },
        { kind: "patient" as const, value: "MRN-5" },
        { kind: "visit" as const, value: "main\nA" },
      ].map((key) => ({ ...key, after: -1 as Instant, until: 9e15 as Instant }));
      const seen = (account: AccountId) =>
        write(async ({ invites }) => (await invites.latest(account, searches)).map((found) => found?.id), account);
      await write(({ invites }, account) => invites.remove(account, [one.id, 404 as InviteId]));
      expect(await seen(open.mine)).toEqual([undefined, undefined, undefined]);
      expect(await seen(open.other)).toEqual([one.id, one.id, one.id]);
    });

    it("submissions removes their keys", async () => {
      await both(({ submissions }, account) =>
        submissions.save(account, [aSubmission(), aSubmission({ id: 9 as never })]),
      );
      await write(({ submissions }, account) => submissions.remove(account, [950, 404] as SubmissionId[]));
      const seen = (account: AccountId) =>
        write(
          async ({ submissions }) => (await submissions.byIds(account, [9, 950] as SubmissionId[])).length,
          account,
        );
      expect([await seen(open.mine), await seen(open.other)]).toEqual([1, 2]);
      expect(await write(({ submissions }, account) => submissions.byKeys(account, [aSubmission()]))).toHaveLength(1);
    });

    it("spends removes their days, and the others stay on all pages", async () => {
      const spend = (id: number, campaignId = 7) => ({
        ...{ id: id as SpendId, campaignId: campaignId as CampaignId, amount: 100 as Cents },
        ...{ from: "2026-03-01" as CalendarDate, to: "2026-03-02" as CalendarDate },
      });
      await both(async ({ catalog, spends }, account) => {
        await catalog.save(account, { campaigns: [7, 8].map((id) => aCampaign({ id: id as CampaignId })) });
        await spends.save(account, [spend(1), spend(2), spend(3, 8)]);
      });
      await write(({ spends }, account) => spends.remove(account, [1, 404] as SpendId[]));
      const seen = (account: AccountId) =>
        write(async ({ spends }) => {
          const found = await spends.within(account, spend(1).from, spend(1).to);
          const mentioning = {
            ...{ locationIds: [], providerIds: [], platformIds: [], messageIds: [], surveyIds: [] },
            campaignIds: [7],
          };
          const page = await spends.page(account, { after: 0, limit: 9, mentioning });
          return [found.map(({ id }) => id).sort(), page.map(({ id }) => id)];
        }, account);
      expect(await seen(open.mine)).toEqual([[2, 3], [2]]);
      expect(await seen(open.other)).toEqual([
        [1, 2, 3],
        [1, 2],
      ]);
    });

    it("listing metrics requires the whole key, and the location's others stay", async () => {
      const metric = (id: number, month: number) => aListingMetric({ locationId: locationId(id), month });
      await both(async ({ catalog, listingMetrics }, account) => {
        await catalog.save(account, { locations: [2, 9].map((id) => aLocation({ id: locationId(id) })) });
        await listingMetrics.save(account, [metric(2, 202601), metric(2, 202602), metric(9, 202601)]);
      });
      await write(({ listingMetrics }, account) =>
        listingMetrics.remove(account, [metric(2, 202601), metric(2, 202512)]),
      );
      const months = (account: AccountId) =>
        write(async ({ listingMetrics }) => {
          const found = await listingMetrics.ofLocation(account, locationId(2));
          return found.map(({ month }) => month).sort();
        }, account);
      expect(await months(open.mine)).toEqual([202602]);
      expect(await months(open.other)).toEqual([202601, 202602]);
    });

    it("calls removes their names", async () => {
      const names = [1, 2].map((id) => ({ name: `CAL${id}`, id: id as CallId }));
      await both(({ callIds }, account) => callIds.add(account, "callrail", names));
      await write(({ callIds }, account) => callIds.remove(account, [1, 404] as CallId[]));
      const known = (account: AccountId) =>
        write(async ({ callIds }) => (await callIds.byNames(account, "callrail", ["CAL1", "CAL2"])).length, account);
      expect([await known(open.mine), await known(open.other)]).toEqual([1, 2]);
    });

    it("stops and connections removes them", async () => {
      const contacts = ["+18015550142", "o'neil@example.com"] as Contact[];
      await both(async ({ stops, importConnections }, account) => {
        await stops.save(
          account,
          contacts.map((contact) => ({ contact, since: null })),
        );
        await importConnections.save(
          account,
          ["main", 'the "other"'].map((name) => ({ ...defaultConnection, name })),
        );
      });
      await write(async ({ stops, importConnections }, account) => {
        await stops.remove(account, ["o'neil@example.com", "+18015550100"] as Contact[]);
        await importConnections.remove(account, ['the "other"', "none"]);
      });
      const seen = (account: AccountId) =>
        write(async ({ stops, importConnections }) => {
          const found = await stops.among(account, contacts);
          return [found.length, (await importConnections.all(account)).map(({ name }) => name)];
        }, account);
      expect(await seen(open.mine)).toEqual([1, ["main"]]);
      expect(await seen(open.other)).toEqual([2, ["main", 'the "other"']]);
    });

    it("submissions and stored responses removes them from all pages", async () => {
      const stored = (key: string) => ({ key, request: "r", response: "{}", at: 1 as Instant });
      await both(async ({ submissions, storedResponses }, account) => {
        await submissions.save(account, [aSubmission(), aSubmission({ id: 9 as never })]);
        for (const key of ["b", "a", "c"]) await storedResponses.save(account, stored(key));
      });
      await write(({ storedResponses }, account) => storedResponses.remove(account, ["b", "none"]));
      const seen = (account: AccountId) =>
        write(async ({ submissions, storedResponses }) => {
          const page = await submissions.page(account, { after: 9, limit: 5 });
          const first = await storedResponses.page(account, "", 2);
          const next = await storedResponses.page(account, first.at(-1)?.key ?? "", 2);
          return [page.map(({ id }) => id), [...first, ...next].map(({ key }) => key)];
        }, account);
      expect(await seen(open.mine)).toEqual([[950], ["a", "c"]]);
      expect(await seen(open.other)).toEqual([[950], ["a", "b", "c"]]);
      expect(await write(({ storedResponses }, account) => storedResponses.page(account, "a", 1))).toEqual([
        stored("c"),
      ]);
    });

    it("findings of imports and patient files removes them, and staged rows are replaced", async () => {
      const run = 1 as ImportRunId;
      const file = 2 as PatientFileId;
      await both(async ({ patientWarnings, stagedRows }, account) => {
        await patientWarnings.append(
          account,
          file,
          [1, 2, 3].map((id) => ({ id, json: "{}" })),
        );
        await stagedRows.add(
          account,
          "s",
          [0, 1].map((position) => ({ position, body: "old" })),
          1 as Instant,
        );
      });
      await write(async ({ importErrors, patientWarnings, stagedRows }, account) => {
        await importErrors.remove(account, run, [1]);
        await patientWarnings.remove(account, file, [1, 3, 404]);
        await stagedRows.replace(account, "s", { position: 1, body: "new" });
      });
      const seen = (account: AccountId) =>
        write(async ({ patientWarnings, stagedRows }) => {
          const warnings = await patientWarnings.page(account, { file, after: 0, limit: 9 });
          const parts = await stagedRows.next(account, "s", -1, 2);
          return [warnings.map(({ id }) => id), parts.map((part) => part?.body)];
        }, account);
      expect(await seen(open.mine)).toEqual([[2], ["old", "new"]]);
      expect(await seen(open.other)).toEqual([
        [1, 2, 3],
        ["old", "old"],
      ]);
    });

    it("widgets makes their id invalid until a new one is saved", async () => {
      await write(({ widgets }, account) => widgets.remove(account));
      await write(({ widgets }, account) => widgets.save(account, widget("mine")));
      await write(({ widgets }, account) => widgets.save(account, widget("theirs")), open.other);
      await write(({ widgets }, account) => widgets.remove(account));
      const ownerOf = async (id: string) => (await open.storage.widgets.ownerOf(id as WidgetId))?.account;
      expect(await write(({ widgets }, account) => widgets.read(account))).toBeUndefined();
      expect([await ownerOf("mine"), await ownerOf("theirs")]).toEqual([undefined, open.other]);
      await write(({ widgets }, account) => widgets.save(account, widget("new")));
      expect(await ownerOf("new")).toBe(open.mine);
    });

    it("catalog records affects only the given ones, by part", async () => {
      await both(({ catalog }, account) =>
        catalog.save(account, {
          locations: [aLocation(), aLocation({ id: locationId(2) })],
          providers: [aProvider({ locationIds: [] }), aProvider({ id: providerId(11), locationIds: [] })],
        }),
      );
      await write(({ catalog }, account) => catalog.remove(account, { locations: [2, 404], providers: [10] }));
      const seen = (account: AccountId) =>
        write(async ({ catalog }) => {
          const { locations, providers } = await catalog.read(account, "locations", "providers");
          return [locations, providers].map((part) => part.map(({ id }) => id as number));
        }, account);
      expect(await seen(open.mine)).toEqual([[1], [11]]);
      expect(await seen(open.other)).toEqual([
        [1, 2],
        [10, 11],
      ]);
    });
  });
}
