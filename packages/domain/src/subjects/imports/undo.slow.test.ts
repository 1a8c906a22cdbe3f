import { describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import { day, plus } from "../../foundation/kernel/times.js";
import type { Ports, Stores } from "../../ports.js";
import { anImportRow, at, bundleOf } from "../../testing/builders.js";
import { readList, readTrail } from "../../testing/fresh-storage.js";
import { importPractice } from "../../testing/practices.js";
import { cleanUp } from "../../workflows/nightly/clean-up.js";
import { noWithdrawals } from "./import-run.js";
import type { ImportRow } from "./source-system.js";
import { withdrawalsOfRun } from "./withdrawals.js";

type Practice = Awaited<ReturnType<typeof importPractice>>;

const tomorrow = { uploadedAt: at("2026-06-02T12:00:00Z") };
const cancelled = anImportRow({ status: "Cancelled" });
const future = { connection: { maxFutureDays: 30 } };
const inFuture = (overrides: Partial<ImportRow> = {}) => anImportRow({ appointmentDate: "6/9/2026", ...overrides });

const undo = ({ ports, account }: Practice, importId = 1, options = {}) =>
  createDomain(ports).imports.undo(account, importId, options);

/** All appointments, invites and conversions of a practice, without ids. */
async function stateOf({ ports, account }: Practice) {
  const everything = { after: 0, limit: 1_000 };
  return ports.storage.read(account, async ({ appointments, invites, conversions }) => {
    const found = await appointments.page(account, everything);
    const placeOf = (id: number | null) => found.findIndex((one) => one.id === id);
    return {
      appointments: found.map(({ id: _, ...one }) => one),
      invites: (await invites.page(account, everything)).map(({ id: _, ...one }) => one),
      conversions: (await conversions.page(account, "call", everything)).map((one) => ({
        id: one.id,
        appointment: one.appointmentId === null ? null : placeOf(one.appointmentId),
      })),
    };
  });
}

const rows = Array.from({ length: 2_400 }, (_, index) =>
  anImportRow({
    appointmentId: `A-${index}`,
    patientId: `MRN-${index}`,
    mobilePhone: `801-555-${1_000 + index}`,
    email: "",
    location: index % 10 === 0 ? "L-9" : "L-1",
  }),
);

const nothing = { appointments: 0, invites: 0 };

describe("the undo of an import", () => {
  it("removes its appointments and invites, and the file can be imported again with the same result", async () => {
    const practice = await importPractice();
    const before = await stateOf(practice);
    const first = await practice.run(rows);
    const after = await stateOf(practice);
    expect(await undo(practice)).toMatchObject({
      ...{ isRepeated: false, removed: { appointments: 2_160, invites: 2_160 }, restored: nothing, reasons: {} },
      run: { appointment_captured: 0, skipped_appointments: 2_400, scheduled_invites: 0, skipped_invites: 2_400 },
    });
    expect(await stateOf(practice)).toEqual(before);
    const ends: unknown[] = [];
    const again = await practice.run(rows, { onEnd: ({ earlier }) => ends.push(earlier) });
    expect(again).toEqual({ ...first, import_id: 2 });
    expect(ends).toEqual([null]);
    expect(await stateOf(practice)).toEqual(after);
  });

  it("tells the sender, the lists, the error rows and the audit trail", async () => {
    const practice = await importPractice(future);
    const { ports, account } = practice;
    await practice.run([inFuture(), inFuture({ appointmentId: "A-2", location: "nowhere" })]);
    practice.clock.set(plus(practice.clock(), 60_000));
    const { run } = await undo(practice);
    const undoneAt = "2026-06-01 12:01:00";
    expect(run).toMatchObject({ rows_processed: 2, mismatches: 1, new_patients: 0, undone_at: undoneAt });
    expect(ports.inviteSender.withdrawn.flat()).toEqual(ports.inviteSender.scheduled.flat().map(({ id }) => id));
    expect((await readList(ports.storage, account, "integration-imports")).items).toEqual([
      expect.objectContaining({ import_id: 1, appointment_captured: 0, undone_at: undoneAt }),
    ]);
    const errors = await readList(ports.storage, account, "integration-imports/appointments");
    expect(errors.items).toEqual([
      expect.objectContaining({ match_info: expect.objectContaining({ undone_at: undoneAt }) }),
    ]);
    expect((await practice.errorsOf(1))[0]?.item.match_info).toMatchObject({ undone_at: undoneAt });
    const trail = await readTrail(ports.storage, account);
    expect(trail.at(-1)).toMatchObject({
      action: "undo_import",
      rows: 2,
      origin: { importRun: 1, connection: "main" },
    });
    for await (const attempts of createDomain(ports).imports.attempts(account)) {
      expect(attempts).toEqual([expect.objectContaining({ undone_at: "2026-06-01T12:01:00+00:00" })]);
    }
  });

  it("changes nothing if it is repeated", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow()]);
    const first = await undo(practice);
    await practice.run([anImportRow()]);
    const state = await stateOf(practice);
    expect(await undo(practice)).toEqual({ ...first, isRepeated: true });
    expect(await undo(practice, 1, { dryRun: true })).toEqual({ ...first, isRepeated: true });
    expect(await stateOf(practice)).toEqual(state);
  });

  it.each([
    ["a withdrawal", [cancelled]],
    ["a death", [anImportRow({ status: "deceased" })]],
    [
      "a correction",
      [inFuture({ appointmentDate: "6/10/2026", mobilePhone: "801-555-0177", appointmentTime: "10:00" })],
    ],
    ["a rescheduling", [cancelled, inFuture({ appointmentId: "A-2", appointmentDate: "6/11/2026" })]],
    [
      "a row that is captured and then withdrawn",
      [inFuture({ appointmentId: "A-2" }), anImportRow({ appointmentId: "A-2", status: "cancelled" })],
    ],
  ])("restores the appointments and planned invites that %s changed", async (_, changes) => {
    const practice = await importPractice(future);
    await practice.run([inFuture()]);
    const before = await stateOf(practice);
    await practice.run(changes);
    expect(await stateOf(practice)).not.toEqual(before);
    const planned = await undo(practice, 2, { dryRun: true });
    expect(planned.run.undone_at).toBeUndefined();
    const { run: __, ...done } = await undo(practice, 2);
    expect(await withdrawalsOfRun(practice.ports)(practice.account, 2)).toEqual({ ...noWithdrawals, named: [] });
    expect(done).toMatchObject({ reasons: {} });
    expect(planned).toMatchObject(done);
    expect(await stateOf(practice)).toEqual(before);
  });

  it("leaves records that a later import, a bundle or the sender changed", async () => {
    const practice = await importPractice(future);
    const { ports, account } = practice;
    const ids = ["A-1", "A-2", "A-3", "A-4"];
    const row = (id: string, more = {}) =>
      inFuture({
        ...{ appointmentId: id, patientId: `M${id}`, mobilePhone: `801-555-010${id.slice(2)}`, email: "" },
        ...more,
      });
    await practice.run(ids.map((id) => row(id)));
    const [first, second] = await ports.storage.read(account, ({ invites }) =>
      invites.page(account, { after: 0, limit: 9 }),
    );
    await practice.run([row("A-2", { appointmentDate: "6/10/2026" })], tomorrow);
    await ports.storage.transact(account, async ({ invites, appointments }) => {
      if (first) await invites.save(account, [{ ...first, status: "sent" }]);
      const found = await appointments.page(account, { after: 0, limit: 9 });
      await appointments.remove(
        account,
        found.slice(3).map(({ id }) => id),
      );
    });
    const result = await undo(practice);
    expect(result).toMatchObject({
      ...{ removed: { appointments: 2, invites: 2 }, reasons: { changed: 2, sent: 1 } },
      run: {
        appointment_captured: 1,
        skipped_appointments: 3,
        scheduled_invites: 2,
        skipped_invites: 2,
        new_patients: 1,
      },
    });
    expect(result.remaining).toEqual([
      expect.objectContaining({ kind: "appointment", reason: "changed", patientName: "Cal Reed", at: "2026-06-10" }),
      expect.objectContaining({ kind: "invite", id: first?.id, reason: "sent" }),
      expect.objectContaining({ kind: "invite", id: second?.id, reason: "changed" }),
    ]);
  });

  it("leaves an appointment that later imports withdrew and restored, with its new invite", async () => {
    const practice = await importPractice(future);
    await practice.run([inFuture()]);
    await practice.run([inFuture({ status: "Cancelled" })], tomorrow);
    await practice.run([inFuture()], { uploadedAt: at("2026-06-03T12:00:00Z") });
    const before = await stateOf(practice);
    for (const dryRun of [true, false]) {
      expect(await undo(practice, 1, { dryRun })).toMatchObject({ removed: nothing, reasons: { changed: 1 } });
    }
    expect(await stateOf(practice)).toEqual(before);
  });

  it("leaves the invite of an appointment that a later import changed", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow({ appointmentDate: "5/28/2026" })]);
    await practice.run([anImportRow({ appointmentDate: "5/29/2026" })], tomorrow);
    const before = await stateOf(practice);
    for (const dryRun of [true, false]) {
      expect(await undo(practice, 1, { dryRun })).toMatchObject({ removed: nothing, reasons: { changed: 2 } });
    }
    expect(await stateOf(practice)).toEqual(before);
    await undo(practice, 2);
    expect((await stateOf(practice)).invites).toHaveLength(1);
  });

  it.each([
    ["too_late", async ({ clock }: Practice) => clock.set(at("2026-06-20T12:00:00Z"))],
    [
      "opted_out",
      async ({ ports, account }: Practice) =>
        createDomain(ports).bundle.load(account, bundleOf([{ kind: "stop", contact: "801-555-0142" }])),
    ],
    ["deceased", async ({ run }: Practice) => run([inFuture({ appointmentId: "A-7", status: "deceased" })], tomorrow)],
    [
      "invited_since",
      async ({ run }: Practice) => run([inFuture({ appointmentId: "A-7", appointmentDate: "6/8/2026" })], tomorrow),
    ],
  ])("does not restore an invite that must not be sent: %s", async (reason, happen) => {
    const practice = await importPractice(future);
    await practice.run([inFuture()]);
    await practice.run([cancelled], tomorrow);
    expect((await stateOf(practice)).invites).toEqual([]);
    await happen(practice);
    const result = await undo(practice, 2);
    expect(result.reasons).toMatchObject({ [reason]: 1 });
    expect(result.restored.invites).toBe(0);
  });

  it("leaves the changes about a person who was erased, and stores nothing about the person again", async () => {
    const practice = await importPractice(future);
    const { ports, account } = practice;
    await practice.run([inFuture()]);
    await practice.run([
      cancelled,
      inFuture({ appointmentId: "B-1", patientId: "MRN-9", mobilePhone: "801-555-0199", email: "" }),
    ]);
    const { kinds } = await createDomain(ports).erasure.erase(account, { patientId: "MRN-5" });
    expect(kinds).toMatchObject({ appointment: 1, import_change: 2 });
    expect(await undo(practice, 2)).toMatchObject({ removed: { appointments: 1, invites: 1 }, restored: nothing });
    expect(await stateOf(practice)).toMatchObject({ appointments: [], invites: [] });
  });

  it("links conversions to the appointments that match without the import", async () => {
    const practice = await importPractice(future);
    await practice.run([anImportRow()]);
    await practice.run([inFuture({ appointmentId: "A-2" })]);
    const call = { kind: "call", id: 5, called_at: "2026-05-20T16:00:00Z", from_number: "801-555-0142" };
    const { bundle } = createDomain(practice.ports);
    await bundle.load(practice.account, bundleOf([{ ...call, tracking_number: "0100" }]));
    expect((await stateOf(practice)).conversions).toEqual([{ id: 5, appointment: 0 }]);
    await undo(practice);
    const { appointments, conversions } = await stateOf(practice);
    expect([appointments[0]?.source?.ref, conversions]).toEqual(["A-2", [{ id: 5, appointment: 0 }]]);
  });

  it("restores an invite that was due before the import, and does not send it again", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow()]);
    const before = await stateOf(practice);
    await practice.run([cancelled], tomorrow);
    expect((await stateOf(practice)).invites).toEqual([]);
    expect((await undo(practice, 2)).restored).toEqual({ appointments: 1, invites: 1 });
    expect(await stateOf(practice)).toEqual(before);
    expect(practice.ports.inviteSender.scheduled).toHaveLength(1);
  });

  it.each([
    ["a test", { isTest: true }, "undo_refused", "test"],
    ["unknown", { id: 9 }, "import_not_found", "no import"],
    ["too old", { days: 91 }, "undo_refused", "90 days"],
  ])(
    "is refused if the run is %s",
    async (_, { id = 1, isTest = false, days = 0 }: { id?: number; isTest?: boolean; days?: number }, code, text) => {
      const practice = await importPractice();
      await practice.run([anImportRow()], { isTest });
      practice.clock.set(plus(practice.clock(), days * day));
      await cleanUp(practice.ports)(practice.clock());
      const state = await stateOf(practice);
      for (const dryRun of [true, false]) {
        await expect(undo(practice, id, { dryRun })).rejects.toMatchObject({
          code,
          message: expect.stringContaining(text),
        });
      }
      expect(await stateOf(practice)).toEqual(state);
    },
  );

  it("is refused if an earlier version stored the run, or while a run is being stored", async () => {
    const practice = await importPractice();
    const { ports, account } = practice;
    await practice.run([anImportRow()]);
    const save = (change: object) =>
      ports.storage.transact(account, async ({ importRuns }) => {
        const [run] = await importRuns.page(account, { before: 9, limit: 1, tests: true, unfinished: true });
        if (run) await importRuns.save(account, { ...run, ...change });
      });
    await save({ journaledAt: null });
    await expect(undo(practice)).rejects.toMatchObject({ code: "undo_refused" });
    await save({ journaledAt: 1, isComplete: false });
    await expect(undo(practice)).rejects.toMatchObject({ code: "undo_refused" });
    await save({ journaledAt: practice.clock(), isComplete: false });
    await expect(undo(practice)).rejects.toMatchObject({ code: "import_running" });
  });
});

/** Ports whose process ends when it begins a transaction after a number of transactions. */
function dyingPorts(ports: Ports, units: number): Ports {
  let begun = 0;
  return {
    ...ports,
    storage: {
      ...ports.storage,
      async transact<T>(account: AccountId, work: (stores: Stores, now: never) => Promise<T>): Promise<T> {
        if (begun++ >= units) throw new Error("killed");
        return ports.storage.transact(account, work as never);
      },
    },
  };
}

describe("an interrupted undo", () => {
  const some = rows.slice(0, 1_300);
  const changed = some.map((row, index) => (index % 20 === 5 ? { ...row, status: "cancelled" } : row));

  it.each([1, 3, 5, 6])("is completed by the next import, after transaction %i", async (units) => {
    const practice = await importPractice({ connection: { maxFutureDays: 30 } });
    const { ports, account } = practice;
    await practice.run(some);
    const before = await stateOf(practice);
    await practice.run([...changed, inFuture({ appointmentId: "B-1", location: "L-9" })], tomorrow);
    await expect(createDomain(dyingPorts(ports, units)).imports.undo(account, 2)).rejects.toThrow("killed");
    expect((await readList(ports.storage, account, "integration-imports")).items).toHaveLength(2);
    await expect(undo(practice, 1)).rejects.toMatchObject({ code: "import_running" });
    await expect(practice.run([])).rejects.toMatchObject({ code: "empty_file" });
    expect(await stateOf(practice)).toEqual(before);
    expect(await undo(practice, 2)).toMatchObject({ isRepeated: true });
  });

  it("is completed by a running server, and by the same command", async () => {
    const practice = await importPractice();
    const { ports, account } = practice;
    await practice.run(some);
    const undoing = (units: number) => createDomain(dyingPorts(ports, units)).imports.undo(account, 1);
    await expect(undoing(2)).rejects.toThrow("killed");
    await expect(undoing(2)).rejects.toThrow("killed");
    const stalls = new Map();
    expect(await createDomain(ports).bundle.finish(undefined, stalls)).toBe(0);
    expect(await createDomain(ports).bundle.finish(undefined, stalls)).toBe(1);
    expect(await undo(practice)).toMatchObject({ isRepeated: true, removed: { appointments: 1_170 } });
    expect(await stateOf(practice)).toMatchObject({ appointments: [], invites: [] });
  });

  it("makes an import that was judging rows judge them again", async () => {
    const practice = await importPractice();
    await practice.run([anImportRow()]);
    let isFirst = true;
    const run = await practice.run([anImportRow(), anImportRow({ location: "nowhere" })], {
      onProgress: ({ phase }) => {
        if (phase !== "checking" || !isFirst) return;
        isFirst = false;
        undoing = undo(practice);
      },
    });
    await undoing;
    const { appointments } = await stateOf(practice);
    expect([run.appointment_captured, appointments.length]).toEqual([1, 1]);
  });
  let undoing: Promise<unknown> | undefined;
});
