import { describe, expect, it } from "@jest/globals";
import type { Invite } from "../invites/invite.js";
import { at } from "../testing/builders.js";
import { anImportRow } from "../testing/import-builders.js";
import { importPractice } from "../testing/import-practice.js";
import { withdrawalsOfRun } from "./list-withdrawals.js";

type Practice = Awaited<ReturnType<typeof importPractice>>;

const planning = () => importPractice({ connection: { maxFutureDays: 100, inviteIntervalDays: 0 } });
const named = (overrides = {}) =>
  anImportRow({ appointmentId: "A-1", appointmentDate: "6/5/2026 10:00", ...overrides });
const unnamed = (overrides = {}) => named({ appointmentId: "", ...overrides });
const cancelled = { status: "Cancelled" };
const moved = { appointmentDate: "6/20/2026 11:00" };

const invitesOf = ({ ports, account }: Practice): Promise<Invite[]> =>
  ports.storage.read(account, ({ invites }) => invites.page(account, { after: 0, limit: 100 }));

async function outcomesOf({ ports, account, run }: Practice, rows: Parameters<Practice["run"]>[0]) {
  const { import_id: id } = await run(rows);
  const { outcomes, invites } = await withdrawalsOfRun(ports)(account, id);
  return { outcomes, invites };
}

describe("a row without an appointment id about an appointment that is stored with an id", () => {
  it("withdraws the planned invite", async () => {
    const practice = await planning();
    await practice.run([named()]);
    expect(await outcomesOf(practice, [unnamed(cancelled)])).toEqual({ outcomes: { withdrawn: 1 }, invites: 1 });
    expect(await invitesOf(practice)).toEqual([]);
  });

  it("withdraws an invite that an earlier version left behind", async () => {
    const practice = await planning();
    await practice.run([named()]);
    const left = await invitesOf(practice);
    await practice.run([unnamed(cancelled)]);
    await practice.ports.storage.transact(practice.account, ({ invites }) => invites.save(practice.account, left));
    expect(await outcomesOf(practice, [unnamed(cancelled)])).toEqual({ outcomes: { withdrawn: 1 }, invites: 1 });
  });

  it("keeps the id when it restores the appointment", async () => {
    const practice = await planning();
    await practice.run([named()]);
    await practice.run([named(cancelled)]);
    await practice.run([unnamed()]);
    const again = await practice.run([named(moved)]);
    expect(again).toMatchObject({ appointment_captured: 1, new_patients: 0, scheduled_invites: 0 });
    expect((await invitesOf(practice)).map(({ sentAt }) => sentAt)).toEqual([at("2026-06-20T13:00:00Z")]);
  });
});

describe("an appointment whose id an import learns later", () => {
  async function learned(): Promise<Practice> {
    const practice = await planning();
    await practice.run([unnamed()]);
    await practice.run([named()]);
    return practice;
  }

  it("moves with its planned invite", async () => {
    const practice = await learned();
    expect(await practice.run([named(moved)])).toMatchObject({ appointment_captured: 1, scheduled_invites: 0 });
    expect((await invitesOf(practice)).map(({ sentAt }) => sentAt)).toEqual([at("2026-06-20T13:00:00Z")]);
  });

  it.each([
    ["at the first time", {}],
    ["after it was moved", moved],
  ])("is withdrawn with its planned invite %s", async (_, change) => {
    const practice = await learned();
    await practice.run([named(change)]);
    const row = named({ ...change, ...cancelled });
    expect(await outcomesOf(practice, [row])).toEqual({ outcomes: { withdrawn: 1 }, invites: 1 });
    expect(await invitesOf(practice)).toEqual([]);
  });

  it("gets no second invite when it moves after the first one was sent", async () => {
    const practice = await planning();
    await practice.run([unnamed()]);
    const sent = (await invitesOf(practice)).map((invite) => ({ ...invite, isWaiting: false, status: "sent" }));
    await practice.ports.storage.transact(practice.account, ({ invites }) => invites.save(practice.account, sent));
    const told = practice.ports.inviteSender.scheduled.length;
    await practice.run([named()]);
    expect(await practice.run([named(moved)])).toMatchObject({ scheduled_invites: 0 });
    expect(await invitesOf(practice)).toMatchObject([{ status: "sent", sentAt: at("2026-06-05T12:00:00Z") }]);
    expect(practice.ports.inviteSender.scheduled).toHaveLength(told);
  });
});
