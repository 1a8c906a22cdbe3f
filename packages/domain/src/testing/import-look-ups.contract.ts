import { type Bulk, newBulk } from "../foundation/feed/keyed-store.js";
import type { CalendarDate } from "../foundation/kernel/calendar-date.js";
import type { AccountId, AppointmentId, InviteId } from "../foundation/kernel/ids.js";
import type { Phone } from "../foundation/kernel/phone.js";
import type { AppointmentKey } from "../subjects/appointments/appointment-store.js";
import type { Appointment } from "../subjects/appointments/appointment.js";
import type { InviteSearch } from "../subjects/invites/invite-search.js";
import type { Invite } from "../subjects/invites/invite.js";
import { anAppointment } from "./attribution-builders.js";
import { anInvite, aProvider, at, providerId } from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

const nowhere = { locationId: null, providerId: null };
const unknown = { patientId: null, phones: [], email: null };
const imported = anAppointment({
  ...nowhere,
  id: 78 as AppointmentId,
  source: { connection: "main", ref: "A-78" },
  at: "2026-03-06" as CalendarDate,
});
const nameless = anAppointment({
  ...{ ...nowhere, ...unknown, id: 79 as AppointmentId },
  dateOfBirth: "1980-05-01" as CalendarDate,
});

const anyOf = { providerId: null, messageId: null, locationId: null, platformId: null };
const early = anInvite({ ...anyOf, id: 1 as InviteId, sentAt: at("2026-03-01") });
const late = anInvite({ ...anyOf, id: 2 as InviteId, sentAt: at("2026-03-05"), providerId: providerId(10) });
const mailed = anInvite({
  ...{ ...anyOf, id: 3 as InviteId, type: "email", phone: null, sentTo: " Cal@Example.com", sentAt: at("2026-03-05") },
  ...{ patientId: "MRN-5", visit: "main\nA-78" },
});

export function importLookUpsContract(fresh: Fresh): void {
  describe("import lookups", () => {
    const open = freshStorage(fresh);
    const save = (account: AccountId, appointments: readonly Appointment[], invites: readonly Invite[]) =>
      open.storage.transact(account, async (stores) => {
        await stores.catalog.save(account, { providers: [aProvider({ locationIds: [] })] });
        await stores.appointments.save(account, appointments);
        await stores.invites.save(account, invites);
      });
    const withKeys = (...keys: AppointmentKey[]) =>
      open.storage.read(open.mine, ({ appointments }) => appointments.withKeys(open.mine, keys));
    const latest = async (...searches: (Partial<InviteSearch> & Pick<InviteSearch, "kind" | "value">)[]) => {
      const within = { after: at("2026-02-01"), until: at("2026-04-01") };
      const found = await open.storage.read(open.mine, ({ invites }) =>
        invites.latest(
          open.mine,
          searches.map((search) => ({ ...within, ...search })),
        ),
      );
      return found.map((one) => one?.id);
    };
    const phone = { kind: "phone", value: "+18015550142" } as const;

    it("find an appointment by its connection's id, by visit and by patient", async () => {
      await save(open.mine, [imported, nameless], []);
      await save(open.other, [anAppointment({ ...nowhere, patientId: "MRN-9" })], []);
      expect(
        await withKeys(
          { kind: "source", value: "main\nA-78" },
          { kind: "source", value: "second\nA-78" },
          { kind: "visit", value: "patient MRN-5 2026-03-06  " },
          { kind: "person", value: "reed, cal, 1980-05-01" },
          { kind: "patient", value: "MRN-9" },
          { kind: "phone", value: "+18015550142" },
        ),
      ).toEqual([78, undefined, 78, 79, undefined, 78]);
      expect(await withKeys()).toEqual([]);
    });

    const saveInBulk = (bulk: Bulk, appointments: readonly Appointment[], invites: readonly Invite[]) =>
      open.storage.transact(open.mine, async (stores) => {
        await stores.catalog.save(open.mine, { providers: [aProvider({ locationIds: [] })] });
        await stores.appointments.save(open.mine, appointments, bulk);
        await stores.invites.save(open.mine, invites, bulk);
      });
    /** Adds all index entries of a bulk save, one transaction at a time. */
    async function settle(bulk: Bulk, account = open.mine): Promise<void> {
      while (await open.storage.transact(account, (stores) => stores.bulk.settle(account, bulk)));
    }

    it("find records that are saved in bulk after the bulk is settled, even if they are saved again", async () => {
      for (const time of ["first", "second"]) {
        const bulk = newBulk();
        await saveInBulk(bulk, [imported, nameless], [early, mailed]);
        await settle(bulk);
        const found = await withKeys({ kind: "source", value: "main\nA-78" }, { kind: "phone", value: "+18015550142" });
        expect([time, found]).toEqual([time, [78, 78]]);
        expect(await latest(phone, { kind: "visit", value: "main\nA-78" })).toEqual([1, 3]);
      }
    });

    it("find unchanged records that an interrupted bulk saved before", async () => {
      await saveInBulk(newBulk(), [imported, nameless], [early, mailed]);
      const bulk = newBulk();
      await saveInBulk(bulk, [imported, nameless], [early, mailed]);
      await settle(bulk);
      expect(await withKeys(phone, { kind: "person", value: "reed, cal, 1980-05-01" })).toEqual([78, 79]);
      expect(await latest(phone, { kind: "visit", value: "main\nA-78" })).toEqual([1, 3]);
    });

    it("find records of several units of work in one bulk, next to records with keys", async () => {
      await save(open.mine, [imported], [early]);
      const bulk = newBulk();
      await saveInBulk(bulk, [imported], [mailed]);
      await saveInBulk(bulk, [nameless], [early]);
      await settle(bulk);
      await settle(bulk);
      const keys = [phone, { kind: "person", value: "reed, cal, 1980-05-01" }] as const;
      expect(await withKeys(...keys)).toEqual([78, 79]);
      expect(await latest(phone, { kind: "visit", value: "main\nA-78" })).toEqual([1, 3]);
    });

    it("find nothing by keys of records that were removed before the bulk is settled", async () => {
      const bulk = newBulk();
      await saveInBulk(bulk, [imported], [early]);
      await open.storage.transact(open.mine, async ({ appointments, invites }) => {
        await appointments.remove(open.mine, [imported.id]);
        await invites.remove(open.mine, [early.id]);
      });
      await settle(bulk);
      expect(await withKeys({ kind: "phone", value: "+18015550142" })).toEqual([undefined]);
      expect(await latest(phone)).toEqual([undefined]);
    });

    it("replace existing records with their keys in a bulk that is not settled", async () => {
      await save(open.mine, [imported], [early]);
      await saveInBulk(
        newBulk(),
        [{ ...imported, phones: ["+18015550199" as Phone] }],
        [{ ...early, patientId: "MRN-6" }],
      );
      const numbers = ["+18015550142", "+18015550199"].map((value) => ({ kind: "phone" as const, value }));
      expect(await withKeys(...numbers)).toEqual([undefined, 78]);
      expect(await latest(phone, { kind: "patient", value: "MRN-6" })).toEqual([1, 1]);
    });

    it("settle a bulk only for the account of its records", async () => {
      const bulk = newBulk();
      await saveInBulk(bulk, [imported], []);
      await settle(bulk, open.other);
      await settle(bulk);
      expect(await withKeys(phone)).toEqual([78]);
    });

    it("do not find an appointment by its earlier keys", async () => {
      await save(open.mine, [imported], []);
      await save(open.mine, [{ ...imported, at: "2026-03-07" as CalendarDate }], []);
      const visit = (day: string) => ({ kind: "visit" as const, value: `patient MRN-5 ${day}  ` });
      expect(await withKeys(visit("2026-03-06"), visit("2026-03-07"))).toEqual([undefined, 78]);
    });

    it("find the last invite in a time range", async () => {
      await save(open.mine, [], [late, early, mailed]);
      await save(open.other, [], [anInvite({ ...anyOf, sentAt: at("2026-03-09") })]);
      expect(
        await latest(
          phone,
          { ...phone, until: at("2026-03-04") },
          { ...phone, after: at("2026-03-05") },
          { ...phone, until: at("2026-03-05") },
          { kind: "email", value: "cal@example.com" },
          { kind: "patient", value: "MRN-5" },
          { kind: "visit", value: "main\nA-78" },
          { kind: "visit", value: "main\nA-79" },
        ),
      ).toEqual([2, 1, undefined, 2, 3, 3, 3, undefined]);
    });

    it("find invites of one provider or without a provider", async () => {
      await save(open.mine, [], [late, early]);
      const of = (id: number | null) => ({ ...phone, providerId: id === null ? null : providerId(id) });
      expect(await latest(of(10), of(null), of(11))).toEqual([2, 1, undefined]);
    });

    it("do not find an invite by its earlier keys", async () => {
      await save(open.mine, [], [early]);
      await save(open.mine, [], [{ ...early, sentAt: at("2026-03-02"), phone: null, sentTo: "?" }]);
      expect(await latest(phone)).toEqual([undefined]);
    });

    it("return the highest ids", async () => {
      const greatest = () =>
        open.storage.transact(open.mine, async ({ ids }) => [
          await ids.greatest(open.mine, "appointments"),
          await ids.greatest(open.mine, "invites"),
        ]);
      expect(await greatest()).toEqual([0, 0]);
      await save(open.mine, [nameless, imported], [late, early]);
      expect(await greatest()).toEqual([79, 2]);
    });
  });
}
