import { describe, expect, it } from "@jest/globals";
import type { AppointmentId } from "../../foundation/kernel/ids.js";
import { createDomain } from "../../domain.js";
import { anImportRow, at, importFileOf } from "../../testing/builders.js";
import { importPractice } from "../../testing/practices.js";
import { defaultConnection } from "./import-connection.js";
import type { StatusMap } from "./status-words.js";
import { withdrawalsOfRun } from "./withdrawals.js";

type Practice = Awaited<ReturnType<typeof importPractice>>;

const tomorrow = { uploadedAt: at("2026-06-02T12:00:00Z") };
const odd = (overrides = {}) => anImportRow({ status: "Quirky", ...overrides });
const future = { maxFutureDays: 60 };
const soon = { appointmentDate: "6/9/2026" };
const always = { after: -1 as never, until: Number.MAX_SAFE_INTEGER as never };

/** Returns the statuses of the appointments of `anImportRow`'s patient, and the planned invites. */
async function stored({ ports, account }: Practice, patient = "MRN-5") {
  return ports.storage.read(account, async ({ appointments, invites }) => {
    const ids = await appointments.withKeys(account, [{ kind: "patient", value: patient }]);
    const [appointment] = await appointments.byIds(account, ids as AppointmentId[]);
    const [invite] = await invites.latest(account, [{ kind: "patient", value: patient, ...always }]);
    const { status, statusAt, source } = appointment ?? {};
    return { status, statusAt, ref: source?.ref, isInvited: invite !== undefined };
  });
}

async function describeSystem({ ports, account }: Practice, statuses: StatusMap): Promise<void> {
  await ports.storage.transact(account, async ({ importConnections }) => {
    const [connection] = await importConnections.all(account);
    if (connection) await importConnections.save(account, [{ ...connection, statuses }]);
  });
}

describe("a row with an unknown status", () => {
  it("stores the appointment, and reports the status instead of an invite", async () => {
    const practice = await importPractice();
    const run = await practice.run([odd(), odd({ ...other, status: "Pending" })]);
    expect(run).toMatchObject({ rows_processed: 2, appointment_captured: 2, scheduled_invites: 0, skipped_invites: 2 });
    expect(run).toMatchObject({ warnings: 1, errors: { appointments: {}, invites: { monitoring_only: 2 } } });
    const errors = await practice.errorsOf(run.import_id);
    expect(errors.map(({ item }) => [item.error_level, item.match_info])).toEqual([
      ["error", { field: "status", value: "Quirky", meaning: "unknown" }],
      ["warning", { field: "status", value: "Pending", meaning: "not_settled" }],
    ]);
    expect(await stored(practice)).toMatchObject({ status: "unknown", isInvited: false });
    expect(await withdrawalsOfRun(practice.ports)(practice.account, run.import_id)).toMatchObject({ rows: 0 });
  });

  it("is reported even if the row is skipped for another reason", async () => {
    const practice = await importPractice();
    expect(await practice.judge([odd({ provider: "P-9" })])).toEqual([
      "2 appointments provider_mismatch error",
      "2 invites monitoring_only error",
    ]);
  });

  it("is reported for the appointment if the connection sends no invites", async () => {
    const practice = await importPractice({ connection: { sendsInvites: false } });
    expect(await practice.judge([odd()])).toEqual(["2 appointments monitoring_only error"]);
  });

  it.each(["A-1", ""])("takes back the planned invite of the appointment with the id %j", async (appointmentId) => {
    const practice = await importPractice({ connection: future });
    await practice.run([anImportRow({ appointmentId, ...soon })]);
    const { import_id: id } = await practice.run([odd({ appointmentId, ...soon })], tomorrow);
    expect(await stored(practice)).toMatchObject({ status: "unknown", isInvited: false });
    expect(practice.ports.inviteSender.withdrawn).toHaveLength(1);
    expect(await withdrawalsOfRun(practice.ports)(practice.account, id)).toMatchObject({ rows: 1, invites: 1 });
  });

  it("takes back the planned invite even if the row itself is skipped", async () => {
    const practice = await importPractice({ connection: future });
    await practice.run([anImportRow(soon)]);
    await practice.run([odd({ ...soon, location: "L-9" })], tomorrow);
    expect(await stored(practice)).toMatchObject({ status: "unknown", isInvited: false });
  });

  it.each(["Quirky", "Pending"])("keeps an invite that is due and in the list, with the status %s", async (status) => {
    const practice = await importPractice();
    await practice.run([anImportRow()]);
    await practice.run([anImportRow({ status })], tomorrow);
    expect(await stored(practice)).toMatchObject({ isInvited: true });
    expect(practice.ports.inviteSender.withdrawn).toEqual([]);
    expect(await practice.run([anImportRow()], tomorrow)).toMatchObject({ scheduled_invites: 0 });
    expect(await stored(practice)).toMatchObject({ status: null, isInvited: true });
  });

  it.each(["Quirky", "Pending"])(
    "is a duplicate when the same row is imported again, with the status %s",
    async (status) => {
      const practice = await importPractice();
      const file = [anImportRow({ status })];
      await practice.run(file);
      const again = await practice.run(file, tomorrow);
      expect(again).toMatchObject({ appointment_captured: 0, skipped_appointments: 1, scheduled_invites: 0 });
      expect(again).toMatchObject({ errors: { appointments: { duplicate_appointment: 1 } } });
      const reported = (await practice.errorsOf(again.import_id)).map(({ item }) => item.match_info?.["meaning"]);
      expect(reported.filter((meaning) => meaning)).toEqual(status === "Quirky" ? ["unknown"] : []);
      const next = await practice.run([anImportRow({ status: status === "Quirky" ? "Pending" : "Quirky" })], tomorrow);
      expect(next).toMatchObject({ appointment_captured: 1, skipped_appointments: 0 });
    },
  );

  it.each([true, false])("withdraws nothing if there is no invite, in a test: %s", async (isTest) => {
    const practice = await importPractice();
    await practice.run([odd()]);
    await describeSystem(practice, { quirky: "not_settled" });
    const { import_id: id } = await practice.run([odd()], { ...tomorrow, isTest });
    expect(await withdrawalsOfRun(practice.ports)(practice.account, id)).toMatchObject({ rows: 0, outcomes: {} });
  });

  it("changes nothing in a test run", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow()]);
    await practice.run([odd()], { ...tomorrow, isTest: true });
    expect(await stored(practice)).toMatchObject({ status: null, isInvited: true });
  });

  it("does not restore a canceled appointment", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow()]);
    const cancelled = anImportRow({ status: "Cancelled" });
    await practice.run([cancelled], tomorrow);
    await practice.run([odd({ appointmentDate: "5/29/2026" })], tomorrow);
    expect(await stored(practice)).toMatchObject({
      status: "cancelled",
      statusAt: tomorrow.uploadedAt,
      isInvited: false,
    });
    await practice.run([cancelled, odd()], tomorrow);
    expect(await stored(practice)).toMatchObject({ status: "cancelled", isInvited: false });
  });

  it.each([
    ["with ids", "A-1", "A-1"],
    ["without ids", "", ""],
    ["with an id only in the second row", "", "A-1"],
    ["with an id only in the first row", "A-1", ""],
  ])("is overruled by a later row of the file, and overrules an earlier row, %s", async (_, first, last) => {
    const practice = await importPractice();
    const id = first || last || undefined;
    await practice.run([odd({ appointmentId: first }), anImportRow({ appointmentId: last })]);
    expect(await stored(practice)).toMatchObject({ status: null, isInvited: true, ref: id });
    const second = await importPractice();
    await second.run([anImportRow({ appointmentId: first }), odd({ appointmentId: last })]);
    expect(await stored(second)).toMatchObject({ status: "unknown", isInvited: false, ref: id });
    expect(second.ports.inviteSender.scheduled).toEqual([]);
    const third = await importPractice();
    const rows = [anImportRow({ appointmentId: first }), odd({ appointmentId: last }), odd({ appointmentId: first })];
    await third.run([...rows, anImportRow({ appointmentId: last })]);
    expect(await stored(third)).toMatchObject({ status: null, isInvited: true });
    expect(third.ports.inviteSender.scheduled.flat()).toHaveLength(1);
  });
});

const other = { appointmentId: "A-2", patientId: "MRN-6", mobilePhone: "801-555-0143", email: "", firstName: "Dee" };

describe("a status whose meaning becomes known", () => {
  it("plans the withheld invites, and only these, when the same file is imported again", async () => {
    const practice = await importPractice();
    const file = [odd(), anImportRow(other)];
    await practice.run(file);
    await describeSystem(practice, { quirky: "takes_place" });
    const run = await practice.run(file);
    expect(run).toMatchObject({ appointment_captured: 1, scheduled_invites: 1, skipped_appointments: 1 });
    expect(await stored(practice)).toMatchObject({ status: null, statusAt: null, isInvited: true });
    expect(await practice.run(file)).toMatchObject({ appointment_captured: 0, scheduled_invites: 0 });
  });

  it("never invites a patient a second time", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow()]);
    await practice.ports.storage.transact(practice.account, async ({ invites }) => {
      const [found] = await invites.latest(practice.account, [{ kind: "patient", value: "MRN-5", ...always }]);
      const [invite] = await invites.byIds(practice.account, found ? [found.id] : []);
      if (invite) await invites.save(practice.account, [{ ...invite, status: "sent" }]);
    });
    await practice.run([odd()], tomorrow);
    await describeSystem(practice, { quirky: "takes_place" });
    expect(await practice.run([odd()], tomorrow)).toMatchObject({ appointment_captured: 1, scheduled_invites: 0 });
  });

  it("plans the withheld invites if the connection changed while the run was unfinished", async () => {
    const practice = await importPractice();
    const file = [odd(), anImportRow(other)];
    const schedule = () => Promise.reject(new Error("down"));
    const failing = createDomain({ ...practice.ports, inviteSender: { schedule } });
    await expect(failing.imports.run(practice.account, importFileOf(file))).rejects.toThrow("down");
    await describeSystem(practice, { quirky: "takes_place" });
    expect(await practice.run(file)).toMatchObject({ import_id: 2, appointment_captured: 1, scheduled_invites: 1 });
    expect(practice.ports.inviteSender.scheduled).toHaveLength(2);
    expect(await practice.run(file)).toMatchObject({ import_id: 3, scheduled_invites: 0 });
  });

  it("withdraws the appointment if the status is mapped to a cancellation", async () => {
    const practice = await importPractice();
    await practice.run([odd()]);
    await describeSystem(practice, { Quirky: "cancelled" });
    await practice.run([odd()]);
    expect(await stored(practice)).toMatchObject({ status: "cancelled", isInvited: false });
  });
});

describe("a patient who died", () => {
  const later = { appointmentId: "A-3", appointmentDate: "5/30/2026" };
  const connection = { inviteIntervalDays: 0 };

  it("loses all planned invites, but a relative with the same phone number keeps theirs", async () => {
    const practice = await importPractice({ connection });
    const relative = anImportRow({ ...other, mobilePhone: "(801) 555-0142", appointmentDate: "5/27/2026" });
    await practice.run([anImportRow(), anImportRow(later), relative]);
    await practice.run([anImportRow({ status: "Deceased" })], tomorrow);
    expect(await stored(practice)).toMatchObject({ isInvited: false });
    expect(await stored(practice, "MRN-6")).toMatchObject({ status: null, isInvited: true });
    expect(practice.ports.inviteSender.withdrawn.flat()).toHaveLength(2);
  });

  it("loses also invites that are planned for the same time", async () => {
    const practice = await importPractice({ connection });
    await practice.run([
      anImportRow(),
      anImportRow(later),
      anImportRow({ appointmentId: "A-4", appointmentDate: "5/31/2026" }),
    ]);
    await practice.run([anImportRow({ status: "Deceased" })], tomorrow);
    expect(await stored(practice)).toMatchObject({ isInvited: false });
  });

  it.each([
    ["an unknown location", { status: "Deceased", location: "L-9" }],
    ["a date that the rules skip", { isDeceased: true, appointmentDate: "6/20/2026" }],
  ])("is known from a row with %s", async (_, row) => {
    const practice = await importPractice({ connection });
    await practice.run([anImportRow(row)]);
    expect(await practice.run([anImportRow(later)], tomorrow)).toMatchObject({ scheduled_invites: 0 });
  });

  it.each([
    ["a status", { status: "Deceased" }],
    ["a mark", { isDeceased: true }],
    ["a status without a usable date", { status: "Deceased", appointmentDate: "soon" }],
    ["a mark without a usable date", { isDeceased: true, appointmentDate: "soon" }],
  ])("stays known if %s comes from a connection that captures no appointments", async (_, row) => {
    const practice = await importPractice({ connection: { ...connection, capturesAppointments: false } });
    await practice.run([anImportRow(row), anImportRow(row)]);
    const again = await practice.run([anImportRow(row)], tomorrow);
    expect(again).toMatchObject({ appointment_captured: 0, new_patients: 0 });
    expect(await practice.run([anImportRow(later)], tomorrow)).toMatchObject({ scheduled_invites: 0 });
    const relative = anImportRow({ ...other, appointmentDate: "5/30/2026", mobilePhone: "801-555-0142" });
    expect(await practice.run([relative], tomorrow)).toMatchObject({ scheduled_invites: 1 });
    const { ports, account } = practice;
    const all = await ports.storage.read(account, (stores) =>
      stores.appointments.page(account, { after: 0, limit: 9 }),
    );
    expect(all.map(({ status, source }) => [status, source])).toEqual([["deceased", null]]);
  });

  it("is known to all connections, and marks the appointment of the connection that captured it", async () => {
    const inviting = { ...defaultConnection, name: "inviting", capturesAppointments: false };
    const practice = await importPractice({ connection, others: [{ ...inviting, name: "crm" }, inviting] });
    await practice.run([anImportRow()]);
    await practice.run([anImportRow({ isDeceased: true })], { ...tomorrow, connection: "inviting" });
    const { ports, account } = practice;
    const all = await ports.storage.read(account, (stores) =>
      stores.appointments.page(account, { after: 0, limit: 9 }),
    );
    expect(all.map(({ status, source }) => [status, source?.connection])).toEqual([["deceased", "main"]]);
    for (const name of ["main", "crm", "inviting"]) {
      expect(await practice.run([anImportRow(later)], { connection: name })).toMatchObject({ scheduled_invites: 0 });
    }
  });

  it("changes nothing in a test run of a connection that captures no appointments", async () => {
    const practice = await importPractice({ connection: { ...connection, capturesAppointments: false } });
    await practice.run([anImportRow({ status: "Deceased" })], { isTest: true });
    expect(await practice.run([anImportRow(later)], tomorrow)).toMatchObject({ scheduled_invites: 1 });
  });

  it("is known by each identifier, but a contact counts only with the name", async () => {
    const practice = await importPractice({ connection });
    await practice.run([anImportRow({ status: "Deceased" })]);
    const next = (more: object) => practice.run([anImportRow({ ...later, ...more })], tomorrow);
    expect(await next({ patientId: "" })).toMatchObject({ scheduled_invites: 0 });
    expect(await next({ appointmentId: "A-4", patientId: "", mobilePhone: "", dateOfBirth: "" })).toMatchObject({
      scheduled_invites: 0,
    });
    const relative = { appointmentId: "A-5", patientId: "MRN-9", firstName: "Dee", dateOfBirth: "" };
    expect(await next(relative)).toMatchObject({ scheduled_invites: 1 });
  });

  it.each(["Cancelled", "Completed"])("stays known after a later row with the status %s", async (status) => {
    const practice = await importPractice({ connection });
    await practice.run([anImportRow({ status: "Deceased" })]);
    await practice.run([anImportRow({ status })], tomorrow);
    expect(await practice.run([anImportRow(later)], tomorrow)).toMatchObject({ scheduled_invites: 0 });
  });

  it("keeps a visit that took place before the death, but is not invited", async () => {
    const practice = await importPractice({ connection });
    await practice.run([anImportRow(later)]);
    const run = await practice.run([anImportRow({ isDeceased: true })], tomorrow);
    expect(run).toMatchObject({ rows_processed: 1, appointment_captured: 1, scheduled_invites: 0, warnings: 1 });
    expect(await stored(practice)).toMatchObject({ isInvited: false });
    const withdrawals = await withdrawalsOfRun(practice.ports)(practice.account, run.import_id);
    expect(withdrawals).toMatchObject({ rows: 1, statuses: { deceased: 1 }, invites: 1 });
    const next = { appointmentId: "A-4", appointmentDate: "5/31/2026" };
    expect(await practice.run([anImportRow(next)], tomorrow)).toMatchObject({ scheduled_invites: 0 });
  });

  it.each([
    ["a row of the same file", (rows: Parameters<Practice["run"]>[0], practice: Practice) => practice.run(rows)],
    [
      "a row of an earlier file",
      async ([first, second]: Parameters<Practice["run"]>[0], practice: Practice) => {
        await practice.run(first ? [first] : []);
        return practice.run(second ? [second] : [], tomorrow);
      },
    ],
  ] as const)("is not invited after %s, even if the appointment was unknown", async (_, run) => {
    const practice = await importPractice({ connection });
    const result = await run([anImportRow({ status: "Deceased" }), anImportRow(later)], practice);
    expect(result).toMatchObject({ appointment_captured: 1, scheduled_invites: 0 });
    const [error] = await practice.errorsOf(result.import_id);
    expect(error?.item).toMatchObject({ error_type: "monitoring_only", match_info: { field: "patient" } });
  });
});
