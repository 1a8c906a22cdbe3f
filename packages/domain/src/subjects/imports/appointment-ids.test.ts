import { describe, expect, it } from "@jest/globals";
import { anImportRow, at } from "../../testing/builders.js";
import { importPractice } from "../../testing/practices.js";
import type { Invite } from "../invites/invite.js";
import { withdrawalsOfRun } from "./withdrawals.js";

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

describe("a row without an appointment id about a stored appointment with an id", () => {
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

describe("a stored appointment that gets its id from a later import", () => {
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
    ["at its first time", {}],
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
    const scheduled = practice.ports.inviteSender.scheduled.length;
    await practice.run([named()]);
    expect(await practice.run([named(moved)])).toMatchObject({ scheduled_invites: 0 });
    expect(await invitesOf(practice)).toMatchObject([{ status: "sent", sentAt: at("2026-06-05T12:00:00Z") }]);
    expect(practice.ports.inviteSender.scheduled).toHaveLength(scheduled);
  });
});

/** Appointments of other patients, enough for several staged parts. */
const others = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    anImportRow({
      ...{ appointmentId: `B-${index}`, patientId: `MRN-B-${index}`, appointmentDate: "6/5/2026 10:00" },
      ...{ mobilePhone: `801-555-${2_000 + index}`, email: "" },
    }),
  );

const markSent = async ({ ports, account }: Practice, planned: readonly Invite[]): Promise<void> => {
  const sent = planned.map((invite) => ({ ...invite, isWaiting: false, status: "sent" }));
  await ports.storage.transact(account, ({ invites }) => invites.save(account, sent));
};

describe("rows with and without the id of one appointment in the same file", () => {
  it.each([
    ["below it", 0],
    ["several parts below it", 1_500],
  ])("give the appointment the id of a row %s", async (_, between) => {
    const practice = await planning();
    const first = await practice.run([unnamed(), ...others(between), named()]);
    expect(first).toMatchObject({ appointment_captured: between + 1, scheduled_invites: between + 1 });
    const again = await practice.run([named(moved)]);
    expect(again).toMatchObject({ appointment_captured: 1, new_patients: 0, scheduled_invites: 0 });
    const ofPatient = (await invitesOf(practice)).filter(({ patientId }) => patientId === "MRN-5");
    expect(ofPatient.map(({ sentAt }) => sentAt)).toEqual([at("2026-06-20T13:00:00Z")]);
  });

  it("report the row below as a duplicate", async () => {
    const practice = await planning();
    expect(await practice.judge([unnamed(), named()])).toEqual(["3 appointments duplicate_appointment warning"]);
  });

  it.each([
    ["above both versions", [unnamed(), named(), named(moved)]],
    ["between the versions", [named(), unnamed(), named(moved)]],
    ["below both versions", [named(), named(moved), unnamed()]],
  ])("are one moved appointment if the row without an id is %s", async (_, rows) => {
    const practice = await planning();
    expect(await practice.run(rows)).toMatchObject({ appointment_captured: 1, scheduled_invites: 1 });
    expect((await invitesOf(practice)).map(({ sentAt }) => sentAt)).toEqual([at("2026-06-20T13:00:00Z")]);
  });

  it("keep two appointments with different ids at the same time", async () => {
    const practice = await planning();
    expect(await practice.run([unnamed(), named(), named({ appointmentId: "A-2" })])).toMatchObject({
      appointment_captured: 2,
      scheduled_invites: 1,
    });
  });

  it("are not matched if the row with the id fails a rule", async () => {
    const practice = await planning();
    await practice.run([unnamed(), named({ location: "L-9" })]);
    expect(await practice.run([named()])).toMatchObject({ appointment_captured: 1, scheduled_invites: 0 });
  });
});

describe("a stored appointment without an id whose file moves it", () => {
  it("moves with its planned invite", async () => {
    const practice = await planning();
    await practice.run([unnamed()]);
    const run = await practice.run([named(), named(moved)]);
    expect(run).toMatchObject({ appointment_captured: 1, new_patients: 0, scheduled_invites: 0 });
    expect((await invitesOf(practice)).map(({ sentAt }) => sentAt)).toEqual([at("2026-06-20T13:00:00Z")]);
  });

  it("gets no second invite after the first one was sent", async () => {
    const practice = await planning();
    await practice.run([unnamed()]);
    await markSent(practice, await invitesOf(practice));
    expect(await practice.run([named(), named(moved)])).toMatchObject({ scheduled_invites: 0 });
    expect(await invitesOf(practice)).toMatchObject([{ status: "sent" }]);
  });
});

describe("a row without an id that restores an appointment with an id", () => {
  it("plans no second invite after the first one was sent", async () => {
    const practice = await planning();
    await practice.run([named()]);
    await markSent(practice, await invitesOf(practice));
    await practice.run([named(cancelled)]);
    expect(await practice.run([unnamed()])).toMatchObject({ appointment_captured: 1, scheduled_invites: 0 });
    expect(await invitesOf(practice)).toHaveLength(1);
  });
});

describe("a cancellation of an appointment in a file", () => {
  it.each([
    ["by a row without an id if it has one", [named(cancelled), unnamed()]],
    ["by a row with an id if it has none", [unnamed(cancelled), named()]],
  ])("is overruled %s", async (_, rows) => {
    const practice = await planning();
    await practice.run([named()]);
    expect(await outcomesOf(practice, rows)).toEqual({ outcomes: { overruled: 1 }, invites: 0 });
    expect(await invitesOf(practice)).toHaveLength(1);
  });

  it.each([
    ["above", [named(cancelled), named({ appointmentId: "A-2" })]],
    ["below", [named({ appointmentId: "A-2" }), named(cancelled)]],
  ])("does not withdraw another appointment at the same time %s if it has an id", async (_, rows) => {
    const practice = await planning();
    expect(await outcomesOf(practice, rows)).toEqual({ outcomes: { unknown: 1 }, invites: 0 });
    expect(await invitesOf(practice)).toHaveLength(1);
  });

  it("is not overruled by another appointment at the same time if it has an id", async () => {
    const practice = await planning();
    await practice.run([named()]);
    const rows = [named(cancelled), named({ appointmentId: "A-2" })];
    expect(await outcomesOf(practice, rows)).toEqual({ outcomes: { withdrawn: 1 }, invites: 1 });
  });
});
