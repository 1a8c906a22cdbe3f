import { describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import type { AccountSettings } from "../../foundation/accounts/account.js";
import { isoInstant, type TimeZone } from "../../foundation/kernel/times.js";
import { anImportRow, anInvite, at, bundleOf } from "../../testing/builders.js";
import { readChanges, readList } from "../../testing/fresh-storage.js";
import { importPractice } from "../../testing/practices.js";
import type { Invite } from "../invites/invite.js";
import type { ImportConnection } from "./import-connection.js";
import type { ImportRow } from "./source-system.js";

describe("planned invites", () => {
  type Practice = Awaited<ReturnType<typeof importPractice>>;

  const denver = "America/Denver" as TimeZone;

  const planning = (connection: Partial<ImportConnection> = {}, settings: Partial<AccountSettings> = {}) =>
    importPractice({ connection: { maxFutureDays: 100, ...connection }, settings });

  /** Returns all invites of the account, ordered by id. */
  const invitesOf = ({ ports, account }: Practice): Promise<Invite[]> =>
    ports.storage.read(account, ({ invites }) => invites.page(account, { after: 0, limit: 100 }));

  const plannedTimes = async (practice: Practice) =>
    (await invitesOf(practice)).map(({ sentAt }) => isoInstant(sentAt));

  describe("the planned time of an invite", () => {
    // The upload is on 2026-06-01 at 12:00 UTC, which is 06:00 in Denver.
    it.each<[string, string, Partial<ImportConnection>]>([
      ["6/1/2026 5:59 AM", "2026-06-01T12:00:00+00:00", {}],
      ["6/1/2026 6:00 AM", "2026-06-01T12:00:00+00:00", {}],
      ["6/1/2026 6:01 AM", "2026-06-01T14:01:00+00:00", {}],
      ["6/1/2026 6:01 AM", "2026-06-01T12:01:00+00:00", { sendAfterHours: 0 }],
      ["6/3/2026 2:30 PM", "2026-06-05T20:30:00+00:00", { sendAfterHours: 48 }],
      ["5/31/2026", "2026-06-01T12:00:00+00:00", {}],
      ["6/1/2026", "2026-06-02T15:00:00+00:00", {}],
      ["6/1/2026", "2026-06-02T15:00:00+00:00", { sendAfterHours: 9 }],
      ["6/1/2026", "2026-06-02T16:00:00+00:00", { sendAfterHours: 10 }],
      ["6/30/2026", "2026-07-02T06:00:00+00:00", { sendAfterHours: 24 }],
    ])("for a visit on %s is %s with %j", async (appointmentDate, expected, connection) => {
      const practice = await planning(connection, { timeZone: denver });
      await practice.run([anImportRow({ appointmentDate })]);
      expect(await plannedTimes(practice)).toEqual([expected]);
    });

    it("is 09:00 in the account's time zone across a clock change", async () => {
      const practice = await planning({ maxFutureDays: 300 }, { timeZone: denver });
      await practice.run([anImportRow({ appointmentDate: "10/31/2026" })]);
      expect(await plannedTimes(practice)).toEqual(["2026-11-01T16:00:00+00:00"]);
    });
  });

  describe("the interval between invites of a run", () => {
    const visit = (appointmentId: string, appointmentDate: string, more = {}) =>
      anImportRow({ appointmentId, appointmentDate, ...more });

    it("allows invites for two visits 40 days apart", async () => {
      const practice = await planning();
      expect(await practice.judge([visit("A-1", "6/5/2026 10:00"), visit("A-2", "7/15/2026 10:00")])).toEqual([]);
      expect(await plannedTimes(practice)).toEqual(["2026-06-05T12:00:00+00:00", "2026-07-15T12:00:00+00:00"]);
    });

    it("skips the second invite for two visits 20 days apart, and reports the first planned time", async () => {
      const practice = await planning();
      const { import_id: id } = await practice.run([visit("A-1", "6/5/2026 10:00"), visit("A-2", "6/25/2026 10:00")]);
      const [error, ...more] = await practice.errorsOf(id);
      expect(more).toEqual([]);
      expect(error).toMatchObject({ row: 3, item: { error_type: "invite_day_rule" } });
      expect(error?.item.match_info).toMatchObject({ existing_date: "2026-06-05T12:00:00+00:00", existing_row: 2 });
      expect(await plannedTimes(practice)).toEqual(["2026-06-05T12:00:00+00:00"]);
    });

    it("ends after exactly its number of days, before and after an invite", async () => {
      const practice = await planning();
      const rows = [
        visit("A-1", "7/10/2026 10:00"),
        visit("A-2", "6/10/2026 10:00"),
        visit("A-3", "8/9/2026 10:00"),
        visit("A-4", "6/11/2026 10:00:01"),
        visit("A-5", "8/8/2026 9:59:59"),
      ];
      expect(await practice.judge(rows)).toEqual([
        "5 invites invite_day_rule warning",
        "6 invites invite_day_rule warning",
      ]);
    });

    it("compares the planned time of each visit with the stored invites", async () => {
      const sentAt = at("2026-06-20T12:00:00Z");
      const stored = anInvite({ sentTo: "+18015550142", phone: "+18015550142" as never, sentAt, patientId: "MRN-5" });
      const practice = await importPractice({ connection: { maxFutureDays: 100 }, invites: [stored] });
      const rows = [visit("A-1", "6/25/2026 10:00"), visit("A-2", "8/1/2026 10:00"), visit("A-3", "5/28/2026 10:00")];
      expect(await practice.judge(rows)).toEqual([
        "2 invites invite_day_rule warning",
        "4 invites invite_day_rule warning",
      ]);
    });

    it("reports the planned time of the invite for the same day", async () => {
      const practice = await planning({ inviteIntervalDays: 0 });
      const { import_id: id } = await practice.run([visit("A-1", "6/5/2026 10:00"), visit("A-2", "6/5/2026 15:00")]);
      const [error] = await practice.errorsOf(id);
      expect(error).toMatchObject({ row: 3, item: { error_type: "duplicate_invite" } });
      expect(error?.item.match_info).toMatchObject({ existing_date: "2026-06-05T12:00:00+00:00" });
    });
  });
});

describe("publishing due invites", () => {
  type Practice = Awaited<ReturnType<typeof importPractice>>;

  const invitesOf = ({ ports, account }: Practice): Promise<Invite[]> =>
    ports.storage.read(account, ({ invites }) => invites.page(account, { after: 0, limit: 100 }));

  describe("an invite planned for later", () => {
    const planned = "2026-06-05T12:00:00Z";
    const moved = { uploadedAt: at("2026-06-02T12:00:00Z") };
    const visit = (appointmentDate = "6/5/2026 10:00", more = {}) => anImportRow({ appointmentDate, ...more });
    async function imported(rows: readonly Partial<ImportRow>[] = [visit()]) {
      const practice = await importPractice({ connection: { maxFutureDays: 100 } });
      const domain = createDomain(practice.ports);
      await practice.run(rows);
      return {
        practice,
        domain,
        /** Returns the times of the listed invites, newest first. */
        listed: async () => {
          const { items } = await readList(practice.ports.storage, practice.account, "invites");
          return items.map((item) => item["sent_at"]);
        },
        changes: async () =>
          (await readChanges(practice.ports.storage, practice.account, { lists: ["invites"] })).changes,
        publishAt: (time: string) => {
          practice.clock.set(at(time));
          return domain.invites.publishDue();
        },
      };
    }

    it("appears in the list and in the changes only from its planned time", async () => {
      const { practice, listed, changes, publishAt } = await imported([
        visit(),
        visit("5/28/2026", { patientId: "MRN-6", mobilePhone: "8015550199", appointmentId: "A-2" }),
      ]);
      const past = "2026-06-01 12:00:00+00:00";
      expect(await listed()).toEqual([past]);
      expect(await changes()).toHaveLength(1);
      expect(await publishAt("2026-06-05T11:59:59Z")).toBe(0);
      expect(await listed()).toEqual([past]);
      expect(await publishAt(planned)).toBe(1);
      expect(await listed()).toEqual(["2026-06-05 12:00:00+00:00", past]);
      expect(await changes()).toHaveLength(2);
      expect((await invitesOf(practice)).map(({ isWaiting, status }) => [isWaiting, status])).toEqual([
        [false, "scheduled"],
        [false, "scheduled"],
      ]);
      expect(await publishAt("2026-06-05T13:00:00Z")).toBe(0);
      expect(await practice.ports.storage.invites.due(at("2027-01-01"))).toEqual([]);
    });

    it("is passed to the sender immediately, with its planned time", async () => {
      const { practice } = await imported();
      expect(practice.ports.inviteSender.scheduled).toMatchObject([{ sentAt: at(planned), isWaiting: true }]);
    });

    it("appears in a review only when it is due", async () => {
      const { practice, domain, publishAt } = await imported();
      const { ports, account } = practice;
      const [invite] = await invitesOf(practice);
      await domain.bundle.load(
        account,
        bundleOf([
          { kind: "platform", id: 3, name: "Google", is_survey: false },
          {
            kind: "review",
            id: 501,
            platform_id: 3,
            rating: 5,
            create_time: "2026-06-01T10:00:00Z",
            invite_id: invite?.id,
          },
        ]),
      );
      const shown = async () => (await readList(ports.storage, account, "reviews")).items[0];
      expect(await shown()).toMatchObject({ invite_name: "Cal Reed", sent_at: null });
      await publishAt(planned);
      expect(await shown()).toMatchObject({ invite_name: "Cal Reed", sent_at: "2026-06-05T12:00:00+00:00" });
    });

    it("is not rendered by a rebuild before it is due", async () => {
      const { practice, domain, listed } = await imported();
      expect(await domain.feed.rebuild(practice.account)).toMatchObject({ invites: 0 });
      expect(await listed()).toEqual([]);
    });

    it("never appears after its appointment is canceled", async () => {
      const { practice, listed, changes, publishAt } = await imported();
      await practice.run([visit(undefined, { status: "Cancelled" })], moved);
      expect(await publishAt("2026-06-06T00:00:00Z")).toBe(0);
      expect(await listed()).toEqual([]);
      expect(await changes()).toEqual([]);
    });

    it("never appears after its patient is erased", async () => {
      const { practice, domain, listed, publishAt } = await imported();
      await domain.erasure.erase(practice.account, { patientId: "MRN-5" });
      expect(await publishAt("2026-06-06T00:00:00Z")).toBe(0);
      expect(await listed()).toEqual([]);
    });

    it("moves with its appointment and notifies the sender", async () => {
      const { practice, listed, publishAt } = await imported();
      await practice.run([visit("6/20/2026 10:00")], moved);
      expect((await invitesOf(practice)).map(({ sentAt }) => isoInstant(sentAt))).toEqual([
        "2026-06-20T12:00:00+00:00",
      ]);
      expect(practice.ports.inviteSender.scheduled.map(({ id, sentAt }) => [id, isoInstant(sentAt)])).toEqual([
        [expect.any(Number), "2026-06-05T12:00:00+00:00"],
        [practice.ports.inviteSender.scheduled[0]?.id, "2026-06-20T12:00:00+00:00"],
      ]);
      expect(await publishAt(planned)).toBe(0);
      expect(await listed()).toEqual([]);
      expect(await publishAt("2026-06-20T12:00:00Z")).toBe(1);
      expect(await listed()).toEqual(["2026-06-20 12:00:00+00:00"]);
    });

    it("appears immediately if its appointment moves into the past", async () => {
      const { practice, listed } = await imported();
      await practice.run([visit("6/1/2026 10:00")], moved);
      expect(await listed()).toEqual(["2026-06-02 12:00:00+00:00"]);
    });

    it.each([true, false])(
      "does not change if its appointment moves after it is due (published: %j)",
      async (isPublished) => {
        const { practice, listed, publishAt } = await imported();
        if (isPublished) await publishAt(planned);
        practice.clock.set(at(planned));
        await practice.run([visit("6/20/2026 10:00")], { uploadedAt: at(planned) });
        expect((await invitesOf(practice)).map(({ sentAt }) => isoInstant(sentAt))).toEqual([
          "2026-06-05T12:00:00+00:00",
        ]);
        await publishAt(planned);
        expect(await listed()).toEqual(["2026-06-05 12:00:00+00:00"]);
      },
    );

    it("is published by the nightly cleanup too", async () => {
      const { practice, domain, listed } = await imported();
      practice.clock.set(at("2026-06-06T03:00:00Z"));
      await domain.nightly.cleanUp(practice.clock());
      expect(await listed()).toEqual(["2026-06-05 12:00:00+00:00"]);
    });
  });
});
