import { describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import type { AppointmentId, InviteId } from "../../foundation/kernel/ids.js";
import { day, plus } from "../../foundation/kernel/times.js";
import type { Ports } from "../../ports.js";
import { anImportRow, anInvite, at, importFileOf } from "../../testing/builders.js";
import { importPractice } from "../../testing/practices.js";
import { cleanUp } from "../../workflows/nightly/clean-up.js";
import type { Appointment } from "../appointments/appointment.js";
import type { Invite } from "../invites/invite.js";
import { withdrawalsOfRun } from "./withdrawals.js";

type Practice = Awaited<ReturnType<typeof importPractice>>;

const tomorrow = { uploadedAt: at("2026-06-02T12:00:00Z") };
const cancelled = (overrides = {}) => anImportRow({ status: "Cancelled", ...overrides });
const ann = cancelled({ appointmentId: "A-8", patientId: "MRN-8", firstName: "Ann", mobilePhone: "", email: "" });

/** Returns the appointment and the invite of the patient of `anImportRow`. */
async function stored({ ports, account }: Practice) {
  return ports.storage.read(account, async ({ appointments, invites }) => {
    const ids = await appointments.withKeys(account, [{ kind: "patient", value: "MRN-5" }]);
    const found: Appointment[] = await appointments.byIds(account, ids as AppointmentId[]);
    const always = { after: -1 as never, until: Number.MAX_SAFE_INTEGER as never };
    const [invite] = await invites.latest(account, [{ kind: "patient", value: "MRN-5", ...always }]);
    const all: Invite[] = await invites.byIds(account, invite ? [invite.id] : []);
    return { appointment: found[0], invite: all[0] };
  });
}

const withdrawals = ({ ports, account }: Practice, importId: number) => withdrawalsOfRun(ports)(account, importId);

describe("a row that withdraws an appointment", () => {
  it.each([
    ["Cancelled", "cancelled"],
    ["canceled", "cancelled"],
    ["No-Show", "no_show"],
    ["no_show", "no_show"],
    ["DELETED", "deleted"],
    ["entered-in-error", "deleted"],
    ["Rescheduled", "rescheduled"],
  ])("withdraws the planned invite and sets the status of the appointment for %j", async (word, status) => {
    const practice = await importPractice();
    await practice.run([anImportRow()]);
    const run = await practice.run([anImportRow({ status: word })], tomorrow);

    expect(run).toMatchObject({ rows_processed: 0, appointment_captured: 0, scheduled_invites: 0 });
    const { appointment, invite } = await stored(practice);
    expect(appointment).toMatchObject({ status, statusAt: tomorrow.uploadedAt });
    expect(invite).toBeUndefined();
    expect(await withdrawals(practice, run.import_id)).toMatchObject({
      rows: 1,
      statuses: { [status]: 1 },
      outcomes: { withdrawn: 1 },
      invites: 1,
      named: [{ row: 2, status, outcome: "withdrawn", invites: 1, patientName: "Cal Reed" }],
    });
    expect(practice.ports.inviteSender.withdrawn).toHaveLength(1);
  });

  it("withdraws the appointment that it names, even if the rest of the row cannot be read", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow()]);
    await practice.run(
      [{ appointmentId: "A-1", status: "cancelled", problem: "is not a complete HL7 message" }],
      tomorrow,
    );
    const { appointment, invite } = await stored(practice);
    expect([appointment?.status, invite]).toEqual(["cancelled", undefined]);
  });

  it("matches the appointment by patient, time and place if no row has an id", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow({ appointmentId: "" })]);
    await practice.run([cancelled({ appointmentId: "" })], tomorrow);
    expect((await stored(practice)).appointment?.status).toBe("cancelled");
  });

  it("keeps a sent invite, and sets the status of the appointment", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow()]);
    const { invite } = await stored(practice);
    if (!invite) throw new Error("no invite was planned");
    await practice.ports.storage.transact(practice.account, ({ invites }) =>
      invites.save(practice.account, [{ ...invite, status: "sent" }]),
    );
    const { import_id: id } = await practice.run([cancelled()], tomorrow);
    expect((await stored(practice)).invite?.status).toBe("sent");
    expect(await withdrawals(practice, id)).toMatchObject({ outcomes: { withdrawn: 1 }, invites: 0 });
  });

  it("reports an unknown appointment without an error row", async () => {
    const practice = await importPractice();
    const { import_id: id } = await practice.run([cancelled({ appointmentId: "A-9" })]);
    expect(await practice.errorsOf(id)).toEqual([]);
    expect(await withdrawals(practice, id)).toEqual({
      ...{ rows: 1, statuses: { cancelled: 1 }, outcomes: { unknown: 1 }, invites: 0, restored: 0 },
      named: [
        {
          ...{ row: 2, status: "cancelled", outcome: "unknown", appointmentId: null, invites: 0 },
          ...{ patientName: "Cal Reed", at: "2026-05-28", ref: "A-9", locationId: null },
        },
      ],
    });
  });

  it("forgets the name in a row about an unknown appointment when the person is erased", async () => {
    const practice = await importPractice();
    const { ports, account } = practice;
    const { import_id: id } = await practice.run([cancelled({ appointmentId: "A-9" }), ann]);
    const { erasure } = createDomain(ports);
    expect((await erasure.erase(account, { phone: "(801) 555-0142" })).kinds.import_error).toBe(1);
    const { named } = await withdrawals(practice, id);
    expect(named.map(({ row, patientName }) => [row, patientName])).toEqual([
      [2, null],
      [3, "Ann Reed"],
    ]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("names nobody who is erased before transaction %i of its import", async (unit) => {
    const practice = await importPractice();
    const { ports, account } = practice;
    let units = 0;
    const transact: Ports["storage"]["transact"] = async (key, work) => {
      if ((units += 1) === unit) await createDomain(ports).erasure.erase(account, { patientId: "MRN-8" });
      return ports.storage.transact(key, work);
    };
    const { imports } = createDomain({ ...ports, storage: { ...ports.storage, transact } });
    const run = await imports.run(account, importFileOf([ann, cancelled({ appointmentId: "A-7" })]));
    const { named } = await withdrawals(practice, run.import_id);
    expect(named.map(({ patientName }) => patientName).filter((name) => name !== null)).toEqual(
      unit > units ? ["Ann Reed", "Cal Reed"] : ["Cal Reed"],
    );
  });

  it("forgets the names in rows about unknown appointments when its rows expire", async () => {
    const practice = await importPractice();
    const { ports, clock } = practice;
    const { import_id: id } = await practice.run([cancelled({ appointmentId: "A-9" })]);
    const keep = cleanUp(ports, undefined, { errorRowDays: 30 });
    await keep(clock());
    expect((await withdrawals(practice, id)).named).toMatchObject([{ patientName: "Cal Reed" }]);
    clock.set(plus(clock(), 31 * day));
    await keep(clock());
    expect((await withdrawals(practice, id)).named).toMatchObject([
      { patientName: null, at: null, outcome: "unknown" },
    ]);
  });

  it("reports a row that was already applied", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow()]);
    await practice.run([cancelled()], tomorrow);
    const { import_id: id } = await practice.run([cancelled()], { uploadedAt: at("2026-06-03T12:00:00Z") });
    expect(await withdrawals(practice, id)).toMatchObject({ outcomes: { repeated: 1 } });
    expect((await stored(practice)).appointment?.statusAt).toBe(tomorrow.uploadedAt);
  });

  it.each([
    ["with ids", "A-1", "A-1"],
    ["without ids", "", ""],
    ["with an id only in the second row", "", "A-1"],
    ["with an id only in the first row", "A-1", ""],
  ])("prevents an invite that an earlier row of the file would plan, %s", async (_, first, second) => {
    const practice = await importPractice();
    const onOtherDay = { appointmentDate: "5/29/2026" };
    const between = Array.from({ length: 450 }, (__, index) =>
      anImportRow({ ...onOtherDay, appointmentId: `B-${index}` }),
    );
    const rows = [anImportRow({ appointmentId: first }), ...between, cancelled({ appointmentId: second })];
    const { import_id: id } = await practice.run(rows);
    expect(await withdrawals(practice, id)).toMatchObject({ outcomes: { withdrawn: 1 }, invites: 0 });
    const { scheduled, withdrawn } = practice.ports.inviteSender;
    expect(scheduled.flat().map(({ visit }) => visit)).toEqual(["main\nB-0"]);
    expect(withdrawn.flat()).toEqual([]);
  });

  it("prevents no invite of another appointment at the same time", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow(), cancelled({ appointmentId: "A-2" })]);
    expect((await stored(practice)).invite?.visit).toBe("main\nA-1");
  });

  it.each([
    ["with an id", "A-1"],
    ["without an id", ""],
  ])("is overruled by a valid row below it %s", async (_, appointmentId) => {
    const practice = await importPractice();
    await practice.run([anImportRow({ appointmentId })]);
    const { import_id: id } = await practice.run(
      [cancelled({ appointmentId }), anImportRow({ appointmentId })],
      tomorrow,
    );
    const { appointment, invite } = await stored(practice);
    expect([appointment?.status, invite?.status]).toEqual([null, "scheduled"]);
    expect(await withdrawals(practice, id)).toMatchObject({ outcomes: { overruled: 1 }, invites: 0 });
  });

  it.each([
    ["with an id", "A-1"],
    ["without an id", ""],
  ])("is reversed by a valid row of a later file %s", async (_, appointmentId) => {
    const practice = await importPractice();
    await practice.run([anImportRow({ appointmentId })]);
    await practice.run([cancelled({ appointmentId })], tomorrow);
    const again = await practice.run([anImportRow({ appointmentId })], { uploadedAt: at("2026-06-03T12:00:00Z") });
    expect(again).toMatchObject({ appointment_captured: 1, scheduled_invites: 1 });
    const { appointment, invite } = await stored(practice);
    expect([appointment?.status, appointment?.statusAt, invite?.status]).toEqual([null, null, "scheduled"]);
    expect(await withdrawals(practice, again.import_id)).toMatchObject({ rows: 0, restored: 1 });
  });

  it("does not change a moved appointment when its old time is reported as rescheduled", async () => {
    const practice = await importPractice();
    const moved = anImportRow({ appointmentDate: "5/29/2026" });
    const { import_id: id } = await practice.run([moved, anImportRow({ status: "Rescheduled" })]);
    const { appointment, invite } = await stored(practice);
    expect([appointment?.at, appointment?.status, invite?.status]).toEqual(["2026-05-29", null, "scheduled"]);
    expect(await withdrawals(practice, id)).toMatchObject({ outcomes: { other_time: 1 } });
  });

  it("changes nothing in a test run, but reports the outcome", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow()]);
    const { import_id: id } = await practice.run([cancelled()], { ...tomorrow, isTest: true });
    const { appointment, invite } = await stored(practice);
    expect([appointment?.status, invite?.status]).toEqual([null, "scheduled"]);
    expect(await withdrawals(practice, id)).toMatchObject({ outcomes: { withdrawn: 1 }, invites: 1 });
    expect(practice.ports.inviteSender.withdrawn).toEqual([]);
  });

  it("keeps the links of conversions and the invites of other appointments", async () => {
    const other = anInvite({ id: 7 as InviteId, status: "scheduled", visit: "main\nA-2" });
    const practice = await importPractice({ invites: [other], connection: { inviteIntervalDays: 0 } });
    await practice.run([anImportRow()]);
    await practice.run([cancelled()], tomorrow);
    const { ports, account } = practice;
    expect(await ports.storage.read(account, ({ invites }) => invites.byIds(account, [other.id]))).toEqual([other]);
  });

  it("withdraws invites of a connection that captures no appointments", async () => {
    const practice = await importPractice({ connection: { capturesAppointments: false } });
    await practice.run([anImportRow()]);
    const { import_id: id } = await practice.run([cancelled()], tomorrow);
    expect((await stored(practice)).invite).toBeUndefined();
    expect(await withdrawals(practice, id)).toMatchObject({ outcomes: { withdrawn: 1 }, invites: 1 });
  });

  it("counts every row and names the first 200, unknown appointments before others", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow()]);
    const rows = Array.from({ length: 450 }, (_, index) => cancelled({ appointmentId: `B-${index}` }));
    const { import_id: id } = await practice.run(rows);
    const { named, ...counts } = await withdrawals(practice, id);
    expect(counts).toMatchObject({ rows: 450, outcomes: { unknown: 450 } });
    expect(named.map(({ row }) => row)).toEqual(Array.from({ length: 200 }, (_, index) => index + 2));
    const known = Array.from({ length: 220 }, () => cancelled());
    const mixed = await practice.run([...known, cancelled({ appointmentId: "B-1" })], tomorrow);
    expect((await withdrawals(practice, mixed.import_id)).named.at(-1)).toMatchObject({ row: 222, outcome: "unknown" });
  });
});

describe("a new version of an appointment", () => {
  it("updates the planned invite", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow()]);
    await practice.run([anImportRow({ appointmentDate: "5/29/2026", mobilePhone: "801-555-0177" })], tomorrow);
    const { invite } = await stored(practice);
    expect(invite).toMatchObject({ sentTo: "+18015550177", status: "scheduled", sentAt: at("2026-06-01T12:00:00Z") });
  });

  it("does not change a sent invite", async () => {
    const invites = [anInvite({ status: "sent", visit: "main\nA-1", patientId: "MRN-5" })];
    const practice = await importPractice({ invites });
    await practice.run([anImportRow()]);
    await practice.run([anImportRow({ appointmentDate: "5/29/2026", mobilePhone: "801-555-0177" })], tomorrow);
    expect((await stored(practice)).invite).toEqual(invites[0]);
  });
});
