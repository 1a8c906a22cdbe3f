import { describe, expect, it } from "@jest/globals";
import type { AccountSettings } from "../../foundation/accounts/account.js";
import { isoInstant } from "../../foundation/kernel/instant.js";
import type { TimeZone } from "../../foundation/kernel/time-zone.js";
import { anInvite, at } from "../../testing/builders.js";
import { anImportRow } from "../../testing/import-builders.js";
import { importPractice } from "../../testing/import-practice.js";
import type { Invite } from "../invites/invite.js";
import type { ImportConnection } from "./import-connection.js";

type Practice = Awaited<ReturnType<typeof importPractice>>;

const denver = "America/Denver" as TimeZone;

const planning = (connection: Partial<ImportConnection> = {}, settings: Partial<AccountSettings> = {}) =>
  importPractice({ connection: { maxFutureDays: 100, ...connection }, settings });

/** Returns all invites of the account, ordered by id. */
const invitesOf = ({ ports, account }: Practice): Promise<Invite[]> =>
  ports.storage.read(account, ({ invites }) => invites.page(account, { after: 0, limit: 100 }));

const plannedTimes = async (practice: Practice) => (await invitesOf(practice)).map(({ sentAt }) => isoInstant(sentAt));

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
