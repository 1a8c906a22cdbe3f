import type { CalendarDate } from "../foundation/kernel/calendar-date.js";
import type { EmailAddress } from "../foundation/kernel/email.js";
import type { AppointmentId, ImportAttemptId, ImportRunId, MessageId } from "../foundation/kernel/ids.js";
import { plus, second } from "../foundation/kernel/instant.js";
import type { Phone } from "../foundation/kernel/phone.js";
import type { ReadStores, Stores } from "../ports.js";
import { defaultConnection } from "../subjects/imports/import-connection.js";
import type { ImportAttempt, ImportErrorRow, StoredRun } from "../subjects/imports/import-run.js";
import { at } from "./builders.js";
import { type Fresh, freshStorage } from "./fresh-storage.js";
import { describe, expect, it } from "./runner.js";

const runId = (id: number) => id as ImportRunId;

const aRun = ({ id = 1, startDate = "2026-05-01", isTest = false, isComplete = true } = {}): StoredRun => ({
  run: {
    ...{ id: runId(id), connection: "main", isTest, uploadedAt: at("2026-06-01T12:00:00Z") },
    ...{ rowsProcessed: 5, appointmentCaptured: 3, skippedAppointments: 2, scheduledInvites: 1, skippedInvites: 4 },
    ...{ mismatches: 2, warnings: 2, newPatients: 3 },
    errors: { appointments: { location_mismatch: 1 }, invites: { stops: 1 } },
    startDate: startDate as CalendarDate,
    endDate: "2026-05-28" as CalendarDate,
  },
  isComplete,
  digest: `digest-${id}`,
  staging: `staging-${id}`,
  messageId: 40 as MessageId,
  firstIds: { appointments: 1, invites: 1, errors: 1 },
  nextIds: { appointments: 4, invites: 2, errors: 6 },
  suppressed: 2,
  withdrawals: {
    ...{
      rows: 2,
      statuses: { cancelled: 1, no_show: 1 },
      outcomes: { withdrawn: 1, unknown: 1 },
      invites: 1,
      restored: 1,
    },
    named: [{ row: 7, status: "cancelled", outcome: "withdrawn", appointmentId: 77 as AppointmentId, invites: 1 }],
  },
});

const anError = (id: number, overrides: Partial<ImportErrorRow["item"]> = {}): ImportErrorRow => ({
  side: "appointments",
  row: id + 1,
  item: {
    ...{ id, error_type: "silenced", error_level: "warning", patient_name: "Cal Reed", patient_id: "MRN-5" },
    ...{ appointment_date: "2026-05-28", location_name: "L-3", provider: "", phone: null, email: null },
    ...{ date_of_birth: null, state: null, match_info: { field: "location", value: "L-3" } },
    ...overrides,
  },
});

export function importsContract(fresh: Fresh): void {
  describe("import stores", () => {
    const open = freshStorage(fresh);
    const write = <T>(work: (stores: Stores) => Promise<T>, account = open.mine) =>
      open.storage.transact(account, (stores) => work(stores));
    const read = <T>(work: (stores: ReadStores) => Promise<T>, account = open.mine) => open.storage.read(account, work);

    it("keep connections by name with all settings", async () => {
      const strict = {
        ...defaultConnection,
        ...{
          name: "strict",
          capturesAppointments: false,
          sendsInvites: false,
          dateOrder: "day_first" as const,
          maxPastDays: 1,
          maxFutureDays: 2,
        },
        ...{ inviteIntervalDays: 3, inviteIntervalScope: "provider" as const, requireProvider: true },
        sendAfterHours: 4,
        ...{ requireDateOfBirth: true, requireState: true, requireStateForInvites: true, minimumInviteAge: 18 },
        ...{ monitoringOnly: true, silencedLocationRefs: ["Depot"], silencedProviderRefs: ["P-3"] },
        messageId: 40 as MessageId,
      };
      const main = { ...defaultConnection, name: "main" };
      await write(({ importConnections }) => importConnections.save(open.mine, [strict, { ...main, maxPastDays: 9 }]));
      await write(({ importConnections }) => importConnections.save(open.mine, [main]));
      expect(await read((stores) => stores.importConnections.all(open.mine))).toEqual([main, strict]);
      expect(await read((stores) => stores.importConnections.all(open.other), open.other)).toEqual([]);
    });

    it("find stops among contacts", async () => {
      const phone = "+18015550142" as Phone;
      const email = "{cal}.reed'@example.com" as EmailAddress;
      const since = at("2026-01-15T18:00:00Z");
      await write(({ stops }) => stops.save(open.mine, [{ contact: phone, since: null }]));
      await write(({ stops }) =>
        stops.save(open.mine, [
          { contact: phone, since },
          { contact: email, since: null },
        ]),
      );
      await write(({ stops }) => stops.save(open.other, [{ contact: "+18015550143" as Phone, since }]), open.other);
      const requested = [phone, phone, "+18015550143" as Phone];
      expect(await read(({ stops }) => stops.among(open.mine, requested))).toEqual([{ contact: phone, since }]);
      expect(await read(({ stops }) => stops.among(open.mine, [email]))).toEqual([{ contact: email, since: null }]);
      expect(await read(({ stops }) => stops.among(open.mine, []))).toEqual([]);
    });

    it("keep runs, newest first, and separate incomplete ones", async () => {
      const runs = [
        aRun({ id: 1 }),
        aRun({ id: 2, isTest: true }),
        aRun({ id: 3, startDate: "2026-04-30" }),
        aRun({ id: 12, isComplete: false }),
      ];
      await write(async ({ importRuns }) => {
        for (const run of runs) await importRuns.save(open.mine, run);
      });
      const page = { before: 1_000, limit: 10, tests: false };
      const idsOf = (found: readonly StoredRun[]) => found.map(({ run }) => run.id);
      await read(async ({ importRuns }) => {
        expect(await importRuns.last(open.mine)).toEqual(runs[3]);
        expect(await importRuns.byId(open.mine, runId(3))).toEqual(runs[2]);
        expect(await importRuns.byId(open.mine, runId(4))).toBeUndefined();
        expect(idsOf(await importRuns.incomplete(open.mine))).toEqual([12]);
        expect(idsOf(await importRuns.page(open.mine, page))).toEqual([3, 1]);
        expect(idsOf(await importRuns.page(open.mine, { ...page, tests: true }))).toEqual([3, 2, 1]);
        expect(idsOf(await importRuns.page(open.mine, { ...page, before: 3 }))).toEqual([1]);
        expect(idsOf(await importRuns.page(open.mine, { ...page, limit: 1 }))).toEqual([3]);
        const may = "2026-05-01" as CalendarDate;
        expect(idsOf(await importRuns.page(open.mine, { ...page, from: may }))).toEqual([1]);
        expect(idsOf(await importRuns.page(open.mine, { ...page, to: may }))).toEqual([3]);
      });
      await write(({ importRuns }) => importRuns.save(open.mine, { ...aRun({ id: 12 }), isComplete: true }));
      await read(async ({ importRuns }) => {
        expect(await importRuns.incomplete(open.mine)).toEqual([]);
        expect(idsOf(await importRuns.page(open.mine, page))).toEqual([12, 3, 1]);
      });
      await read(async ({ importRuns }) => {
        expect(await importRuns.last(open.other)).toBeUndefined();
        expect(await importRuns.page(open.other, page)).toEqual([]);
      }, open.other);
    });

    it("find the last complete run of a file", async () => {
      await write(async ({ importRuns }) => {
        for (const id of [1, 2]) await importRuns.save(open.mine, { ...aRun({ id }), digest: "same" });
        await importRuns.save(open.mine, { ...aRun({ id: 3, isComplete: false }), digest: "same" });
        await importRuns.save(open.mine, aRun({ id: 4 }));
      });
      await read(async ({ importRuns }) => {
        expect((await importRuns.withDigest(open.mine, "same"))?.run.id).toBe(2);
        expect(await importRuns.withDigest(open.mine, "other")).toBeUndefined();
      });
      await read(
        async ({ importRuns }) => expect(await importRuns.withDigest(open.other, "same")).toBeUndefined(),
        open.other,
      );
    });

    it("keep import attempts, newest first", async () => {
      const attempt = (id: number, more: Partial<ImportAttempt> = {}): ImportAttempt => ({
        ...{ id: id as ImportAttemptId, startedAt: open.start, file: "may 'é.csv", connection: "main", isTest: true },
        ...{ status: "failed", run: null, code: "too_many_rows", reason: "the file is too long", ...more },
      });
      const done = attempt(2, { status: "done", run: runId(7), code: null, reason: null, isTest: false });
      const stored = attempt(3, { run: runId(8) });
      const piped = attempt(10, { file: null, connection: null, status: "running", code: null, reason: null });
      await write(async ({ ids, importAttempts }) => {
        expect(await ids.greatest(open.mine, "importAttempts")).toBe(0);
        for (const one of [attempt(1, { status: "running" }), attempt(1), done, stored, piped]) {
          await importAttempts.save(open.mine, one);
        }
      });
      await write(async ({ ids, importAttempts }) => {
        expect(await ids.greatest(open.mine, "importAttempts")).toBe(10);
        expect(await importAttempts.page(open.mine, { before: 11, limit: 9 })).toEqual([
          piped,
          stored,
          done,
          attempt(1),
        ]);
        expect(await importAttempts.page(open.mine, { before: 3, limit: 1 })).toEqual([done]);
        expect(await importAttempts.unfinished(open.mine)).toEqual([stored, piped]);
        expect(await importAttempts.byId(open.mine, done.id)).toEqual(done);
        expect(await importAttempts.byId(open.mine, 4 as ImportAttemptId)).toBeUndefined();
      });
      await write(async ({ ids, importAttempts }) => {
        expect(await importAttempts.page(open.other, { before: 11, limit: 9 })).toEqual([]);
        expect(await ids.greatest(open.other, "importAttempts")).toBe(0);
        expect(await importAttempts.byId(open.other, done.id)).toBeUndefined();
      }, open.other);
    });

    it("keep error rows by id, by run, side and type", async () => {
      const invites = { ...anError(3, { error_type: "stops" }), side: "invites" as const };
      const errors = [anError(1), anError(2, { error_type: "location_mismatch" }), invites, anError(10)];
      await write(async ({ importErrors }) => {
        await importErrors.save(open.mine, runId(1), [anError(1, { patient_name: "Before" })]);
        await importErrors.save(open.mine, runId(1), errors);
        await importErrors.save(open.mine, runId(2), [anError(11)]);
      });
      const page = { run: runId(1), after: 0, limit: 10 };
      await read(async ({ importErrors }) => {
        const all = await importErrors.page(open.mine, page);
        expect(all.map(({ json, ...one }) => ({ ...one, item: JSON.parse(json) as unknown }))).toEqual(
          errors.map(({ side, row, item }) => ({ run: 1, id: item.id, side, row, item })),
        );
        const idsOf = async (part: object) =>
          (await importErrors.page(open.mine, { ...page, ...part })).map(({ id }) => id);
        expect(await idsOf({ side: "appointments" })).toEqual([1, 2, 10]);
        expect(await idsOf({ side: "appointments", types: ["silenced"] })).toEqual([1, 10]);
        expect(
          await idsOf({ side: "appointments", types: ["silenced", "location_mismatch"], after: 1, limit: 1 }),
        ).toEqual([2]);
        expect(await idsOf({ side: "invites", types: ["silenced"] })).toEqual([]);
        expect(await idsOf({ after: 2, limit: 1 })).toEqual([3]);
      });
      await read(async ({ importErrors }) => expect(await importErrors.page(open.other, page)).toEqual([]), open.other);
    });

    it("read staged rows in parts and delete them", async () => {
      const part = (position: number) => ({ position, body: `{"part":${position},"text":"ä\\u0007"}` });
      await write(({ stagedRows }) => stagedRows.add(open.mine, "a", [part(0), part(1)], open.start));
      await write(({ stagedRows }) => stagedRows.add(open.mine, "a", [part(10)], plus(open.start, second)));
      await write(({ stagedRows }) => stagedRows.add(open.other, "a", [part(2)], open.start), open.other);
      await write(async ({ stagedRows }) => {
        expect(await stagedRows.next(open.mine, "a", -1, 1)).toEqual([part(0)]);
        expect(await stagedRows.next(open.mine, "a", 0, 9)).toEqual([part(1), part(10)]);
        expect(await stagedRows.next(open.mine, "a", 10, 9)).toEqual([]);
        expect(await stagedRows.next(open.mine, "b", -1, 9)).toEqual([]);
        expect(await stagedRows.remove(open.mine, "a", 1)).toBe(2);
        expect(await stagedRows.next(open.mine, "a", -1, 9)).toEqual([part(10)]);
        expect(await stagedRows.remove(open.mine, "a", 1)).toBe(0);
      });
      await read(
        async ({ stagedRows }) => expect(await stagedRows.next(open.other, "a", -1, 9)).toEqual([part(2)]),
        open.other,
      );
    });

    it("find old staged rows that belong to no run", async () => {
      const body = "{}";
      await write(async ({ stagedRows, importRuns }) => {
        await stagedRows.add(open.mine, "abandoned", [{ position: 0, body }], open.start);
        await stagedRows.add(open.mine, "staging-1", [{ position: 0, body }], open.start);
        await stagedRows.add(open.mine, "young", [{ position: 0, body }], plus(open.start, second));
        await importRuns.save(open.mine, aRun({ id: 1, isComplete: false }));
      });
      await read(async ({ stagedRows }) => {
        expect(await stagedRows.abandoned(open.mine, plus(open.start, second))).toEqual(["abandoned"]);
      });
    });
  });
}
