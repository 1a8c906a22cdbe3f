import { type Bulk, newBulk } from "../foundation/feed/publication.js";
import type { EmailAddress, Phone } from "../foundation/kernel/contact-details.js";
import type {
  AccountId,
  AppointmentId,
  CallId,
  CredentialId,
  ImportAttemptId,
  ImportRunId,
  InviteId,
  MessageId,
  PatientFileId,
} from "../foundation/kernel/ids.js";
import { type CalendarDate, type Instant, plus, second } from "../foundation/kernel/times.js";
import type { LoadStore, StoredLoad } from "../foundation/records/load-store.js";
import type { ReadStores, Stores } from "../ports.js";
import type { Appointment, AppointmentKey } from "../subjects/appointments/appointment.js";
import type { CallImport } from "../subjects/calls/call-imports.js";
import { defaultConnection } from "../subjects/imports/import-connection.js";
import type { ImportAttempt, ImportErrorRow, StoredRun } from "../subjects/imports/import-run.js";
import { type Invite, type InviteKey, type InviteSearch, plannedStatus } from "../subjects/invites/invite.js";
import type { PatientFile } from "../subjects/patient-surveys/patient-file.js";
import type { SampleMonth } from "../subjects/patient-surveys/patient-rows.js";
import type { Tracker, TrackerEvent, TrackerId } from "../subjects/trackers/tracker.js";
import type { Upload } from "../subjects/uploads/upload.js";
import { anAppointment, anAuditRecord, anInvite, aProvider, at, providerId } from "./builders.js";
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
  journaledAt: at("2026-06-01T12:00:00Z"),
  undo: null,
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
      const page = (after: string, limit: number) => read(({ stops }) => stops.page(open.mine, { after, limit }));
      const [first, ...rest] = await page("", 9);
      expect(new Set([first?.contact, ...rest.map(({ contact }) => contact)])).toEqual(new Set([phone, email]));
      expect(await page("", 1)).toEqual([first]);
      expect(await page(first?.contact ?? "", 9)).toEqual(rest);
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

    it("keep the undo of runs, and do not find undone runs by their file", async () => {
      const undo = {
        ...{ at: at("2026-06-02T12:00:00Z"), removed: { appointments: 3, invites: 1 }, errorsAfter: 5 },
        ...{ restored: { appointments: 0, invites: 2 }, reasons: { sent: 1 } },
        remaining: [{ kind: "invite" as const, id: 7, reason: "sent" as const }],
        effects: { captured: 0, newPatients: 0, invites: 1 },
      };
      const runs = [1, 2, 3, 4].map((id) => ({ ...aRun({ id }), digest: "same" }));
      const [, second, third] = runs.map((run) => ({ ...run, undo }));
      await write(async ({ importRuns }) => {
        for (const run of runs) await importRuns.save(open.mine, run);
        if (third) await importRuns.save(open.mine, third);
        if (second) await importRuns.save(open.mine, { ...second, isComplete: false });
        await importRuns.save(open.mine, { ...aRun({ id: 4 }), isComplete: false, digest: "same" });
      });
      await read(async ({ importRuns }) => {
        expect(await importRuns.undone(open.mine)).toEqual([{ ...second, isComplete: false }, third]);
        expect((await importRuns.withDigest(open.mine, "same"))?.run.id).toBe(1);
        expect((await importRuns.incomplete(open.mine)).map(({ run }) => run.id)).toEqual([2, 4]);
        const page = await importRuns.page(open.mine, { before: 9, limit: 9, tests: true });
        expect(page.map(({ run }) => run.id)).toEqual([3, 2, 1]);
      });
      await read(async ({ importRuns }) => expect(await importRuns.undone(open.other)).toEqual([]), open.other);
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

    it("keep call imports with their changes, and forget old changes", async () => {
      const callImport = (id: number, undoneAt: Instant | null = null): CallImport => ({
        ...{
          id: id as CallImport["id"],
          at: (1_000 * id) as Instant,
          tracker: "twilio",
          rows: 2,
          added: 1,
          changed: 1,
        },
        ...{ fileName: id === 1 ? null : "ä\u0007.csv", undoneAt },
      });
      const values = { trackingNumber: "2", campaignId: null, source: "ä\u0007", sentCampaign: null, sentChannel: "C" };
      const part = (position: number, id = 7) => ({
        ...{ position, changes: [{ id: id as CallId, before: position === 0 ? null : values, after: values }] },
      });
      for (const account of [open.mine, open.other]) {
        await write(async ({ callImports }) => {
          for (const id of [2, 1, 3]) await callImports.save(account, callImport(id));
          for (const id of [1, 2]) await callImports.savePart(account, callImport(id).id, part(0));
          await callImports.savePart(account, callImport(2).id, part(1));
        }, account);
      }
      await write(async ({ callImports }) => {
        await callImports.save(open.mine, callImport(2, 9_000 as Instant));
        await callImports.savePart(open.mine, callImport(2).id, part(1, 8));
        await callImports.forget(open.mine, 2_000 as Instant);
        expect(await callImports.byId(open.mine, callImport(2).id)).toEqual(callImport(2, 9_000 as Instant));
        expect(await callImports.byId(open.mine, callImport(4).id)).toBeUndefined();
        expect(await callImports.part(open.mine, callImport(2).id, 0)).toEqual(part(0));
        expect(await callImports.part(open.mine, callImport(2).id, 1)).toEqual(part(1, 8));
        expect(await callImports.part(open.mine, callImport(2).id, 2)).toBeUndefined();
        expect(await callImports.part(open.mine, callImport(1).id, 0)).toBeUndefined();
      });
      await write(async ({ callImports }) => {
        expect(await callImports.byId(open.other, callImport(2).id)).toEqual(callImport(2));
        expect(await callImports.part(open.other, callImport(1).id, 0)).toEqual(part(0));
      }, open.other);
      await read(async ({ callImports }) => {
        expect(await callImports.page(open.mine, Number.MAX_SAFE_INTEGER, 2)).toMatchObject([{ id: 3 }, { id: 2 }]);
        expect(await callImports.page(open.mine, 2, 2)).toEqual([callImport(1)]);
      });
    });

    it("keep uploads, and find the unfinished ones of all accounts", async () => {
      const anUpload = (id: number, more: Partial<Upload> = {}): Upload => ({
        ...{ id: id as Upload["id"], kind: "appointments", options: { connection: "ä" }, receivedAt: at("2026-06-01") },
        ...{ fileName: null, bytes: 9, sha256: "ab", content: `content-${id}`, repeats: null, tries: 0 },
        sender: { kind: "loader", id: 3 as CredentialId, origin: { requestId: "r" } },
        ...{ state: "queued", holder: null, until: null, startedAt: null, endedAt: null },
        ...{ progress: null, result: null, failure: null },
        ...more,
      });
      const failure = { code: "x", message: "ä", problems: [{ line: 1, message: "y" }] };
      const ended = { state: "failed" as const, endedAt: at("2026-06-02"), fileName: "ä.csv", failure };
      const result = { counts: { stored: true }, run: 7, warnings: [], notes: ["n"] };
      const done = { state: "succeeded" as const, endedAt: at("2026-06-02"), result, repeats: 1 as Upload["id"] };
      const running = {
        state: "running" as const,
        holder: "p#1",
        until: at("2026-06-03"),
        startedAt: at("2026-06-02"),
      };
      await write(({ uploads }) => uploads.save(open.other, anUpload(1, { receivedAt: at("2026-05-30") })), open.other);
      await write(async ({ uploads }) => {
        for (const id of [1, 2, 3, 4]) await uploads.save(open.mine, anUpload(id));
        await uploads.save(open.mine, anUpload(2, ended));
        await uploads.save(open.mine, anUpload(4, { ...running, progress: { phase: "storing", done: 1, of: null } }));
        await uploads.save(open.mine, anUpload(5, { ...done, sha256: "cd" }));
      });
      const waiting = (account: AccountId, id: number) => ({
        ...{ account, id, content: `content-${id}`, accountDisabled: false },
      });
      expect(await open.storage.uploads.waiting()).toEqual([
        waiting(open.other, 1),
        ...[1, 3, 4].map((id) => waiting(open.mine, id)),
      ]);
      await read(async ({ uploads }) => {
        expect(await uploads.byId(open.mine, 2 as Upload["id"])).toEqual(anUpload(2, ended));
        expect(await uploads.byId(open.mine, 6 as Upload["id"])).toBeUndefined();
        expect(await uploads.page(open.mine, 4, 2)).toMatchObject([{ id: 3 }, { id: 2 }]);
        expect(await uploads.page(open.mine, 9, 1)).toEqual([anUpload(5, { ...done, sha256: "cd" })]);
        expect((await uploads.ofFile(open.mine, "ab")).map(({ id }) => id)).toEqual([4, 3, 2, 1]);
        expect((await uploads.unfinished(open.mine)).map(({ id }) => id)).toEqual([1, 3, 4]);
      });
      await write(async ({ uploads, ids }) => {
        expect(await ids.greatest(open.mine, "uploads")).toBe(5);
        await uploads.forget(open.mine, at("2026-06-01T00:00:01Z"));
        expect((await uploads.page(open.mine, 9, 9)).map(({ id }) => id)).toEqual([4, 3, 1]);
      });
      await read(async ({ uploads }) => expect(await uploads.page(open.other, 9, 9)).toHaveLength(1), open.other);
    });

    it("keep trackers and their events, and find both in all accounts", async () => {
      const aTracker = (id: string, more: Partial<Tracker> = {}): Tracker => ({
        ...{ id: id as TrackerId, name: `ä ${id}`, kind: "generic", keys: [{ sealed: "s", until: null }] },
        ...{ mapping: { id: "/a" }, createdAt: at("2026-06-01"), removedAt: null, ...more },
      });
      const anEvent = (id: number, more: Partial<TrackerEvent> = {}): TrackerEvent => ({
        ...{ id, tracker: "t1" as TrackerId, receivedAt: at("2026-06-02"), digest: `d${id}`, sentAt: null },
        ...{ state: "waiting", reason: null, body: { from: "ä" }, name: null, call: null, rank: 0, tries: 0, ...more },
      });
      const stored = { state: "stored" as const, body: null, name: "CA1", call: 9 as CallId, sentAt: at("2026-06-01") };
      await write(async ({ trackers, trackerEvents }) => {
        await trackers.save(open.other, aTracker("t3"));
        await trackerEvents.save(open.other, anEvent(1, { tracker: "t3" as TrackerId, receivedAt: at("2026-06-01") }));
        await trackerEvents.save(open.other, anEvent(2, { tracker: "t3" as TrackerId, receivedAt: at("2026-06-01") }));
      }, open.other);
      await write(async ({ trackers, trackerEvents }) => {
        for (const one of [aTracker("t2", { createdAt: at("2026-05-01"), mapping: null }), aTracker("t1")])
          await trackers.save(open.mine, one);
        for (const id of [1, 2, 3]) await trackerEvents.save(open.mine, anEvent(id));
        await trackerEvents.save(open.mine, anEvent(2, stored));
        await trackerEvents.save(open.mine, anEvent(4, { tracker: "t2" as TrackerId, reason: "x", state: "unmapped" }));
      });
      const { trackers: directory } = open.storage;
      expect(await directory.waiting()).toEqual([
        { account: open.other, id: 1 },
        { account: open.mine, id: 1 },
        { account: open.other, id: 2 },
        { account: open.mine, id: 3 },
      ]);
      const owners = async () => Promise.all(["t1", "t2", "t3", "t4"].map((id) => directory.ownerOf(id as TrackerId)));
      expect(await owners()).toEqual([open.mine, open.mine, open.other, undefined]);
      await read(async ({ trackers, trackerEvents }) => {
        expect(await trackers.all(open.mine)).toMatchObject([{ id: "t2" }, { id: "t1" }]);
        expect(await trackers.byId(open.mine, "t1" as TrackerId)).toEqual(aTracker("t1"));
        expect(await trackers.byId(open.mine, "t3" as TrackerId)).toBeUndefined();
        const page = await trackerEvents.page(open.mine, "t1" as TrackerId, 3, 9);
        expect(page).toEqual([anEvent(2, stored), anEvent(1)]);
        expect(await trackerEvents.next(open.mine, { after: 1, limit: 2 })).toMatchObject([{ id: 2 }, { id: 3 }]);
        const counts = (await trackerEvents.counts(open.mine)).map(({ state, count }) => `${count} ${state}`);
        expect(counts.sort()).toEqual(["1 stored", "1 unmapped", "2 waiting"]);
      });
      await open.storage.accounts.setDisabled(open.other, true, anAuditRecord());
      expect([await owners(), await directory.waiting()]).toMatchObject([{ 2: undefined }, { length: 2 }]);
      await write(async ({ ids, trackers, trackerEvents }) => {
        expect(await ids.greatest(open.mine, "trackerEvents")).toBe(4);
        expect(await trackerEvents.byId(open.mine, 2)).toEqual(anEvent(2, stored));
        expect(await trackerEvents.ofCall(open.mine, "t1" as TrackerId, "CA1")).toEqual([anEvent(2, stored)]);
        expect(await trackerEvents.ofCall(open.mine, "t2" as TrackerId, "CA1")).toEqual([]);
        expect(await trackerEvents.withDigest(open.mine, "d3")).toEqual(anEvent(3));
        expect(await trackerEvents.withDigest(open.mine, "d9")).toBeUndefined();
        await trackerEvents.remove(open.mine, [1]);
        expect(await trackerEvents.waiting(open.mine)).toBe(1);
        await trackerEvents.forget(open.mine, at("2026-06-02"));
        expect(await trackerEvents.byId(open.mine, 3)).toBeDefined();
        await trackerEvents.forget(open.mine, at("2026-06-02T00:00:01Z"));
        expect([await trackerEvents.byId(open.mine, 3), await trackerEvents.waiting(open.mine)]).toEqual([
          undefined,
          0,
        ]);
        await trackers.save(open.mine, aTracker("t1", { removedAt: at("2026-06-03") }));
        await trackers.remove(open.mine, "t2" as TrackerId);
        expect(await trackers.all(open.mine)).toMatchObject([{ id: "t1", removedAt: at("2026-06-03") }]);
      });
      expect(await owners()).toEqual([undefined, undefined, undefined, undefined]);
    });

    it("keep the journal of runs in order, and the first version of each entry", async () => {
      const entry = (run: number, step: 0 | 1 | 2 | 3, position: number, body = `[${position},"ä\u0007"]`) => ({
        ...{ run: runId(run), step, position, body },
      });
      const entries = [entry(1, 3, 10), entry(1, 0, 9), entry(2, 2, 0), entry(1, 3, 2)];
      await write(({ journal }) => journal.add(open.mine, entries));
      await write(({ journal }) => journal.add(open.mine, [entry(1, 3, 2, "[]"), entry(1, 1, 4)]));
      await write(({ journal }) => journal.add(open.other, [entry(1, 3, 2, "[8]")]), open.other);
      const start = entry(0, 0, -1);
      const all = [entry(1, 0, 9), entry(1, 1, 4), entry(1, 3, 2), entry(1, 3, 10), entry(2, 2, 0)];
      await read(async ({ journal }) => {
        expect(await journal.page(open.mine, start, 9)).toEqual(all);
        expect(await journal.page(open.mine, entry(1, 1, 4), 2)).toEqual(all.slice(2, 4));
        expect(await journal.last(open.mine, runId(1), 3)).toEqual([all[3], all[2], all[1]]);
        expect(await journal.last(open.mine, runId(3), 3)).toEqual([]);
      });
      await write(async ({ journal }) => {
        await journal.replace(open.mine, entry(1, 1, 4, "[5]"));
        await journal.remove(open.mine, [entry(1, 3, 2), entry(2, 2, 0), entry(2, 2, 1)]);
        expect(await journal.page(open.mine, start, 9)).toEqual([all[0], entry(1, 1, 4, "[5]"), all[3]]);
      });
      await read(
        async ({ journal }) => expect(await journal.page(open.other, start, 9)).toEqual([entry(1, 3, 2, "[8]")]),
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

    it("count the invites that searches find, up to 100", async () => {
      const sent = (id: number, more: Partial<Invite> = {}) =>
        anInvite({
          ...nowhere,
          ...{ messageId: null, platformId: null },
          id: id as InviteId,
          phone: phone.value as Phone,
          sentAt: at("2026-03-05T10:00:00Z"),
          ...more,
        });
      const others = [sent(1, { sentAt: at("2026-03-06T00:00:00Z") }), sent(2, { phone: "+18015550143" as Phone })];
      await save(open.mine, [], [...Array.from({ length: 120 }, (_, index) => sent(10 + index)), ...others]);
      await save(open.other, [], [sent(3)]);
      const day = { after: plus(at("2026-03-05"), -1), until: plus(at("2026-03-06"), -1) };
      const searches = [
        phone,
        { kind: "phone", value: "+18015550143" } as const,
        { kind: "email", value: "x@example.com" } as const,
      ];
      const counts = (account: AccountId) =>
        open.storage.read(account, ({ invites }) =>
          invites.counts(
            account,
            searches.map((one) => ({ ...one, ...day })),
          ),
        );
      expect(await counts(open.mine)).toEqual([100, 1, 0]);
      expect(await counts(open.other)).toEqual([1, 0, 0]);
    });

    it("find the latest appointments with a phone number or an email address", async () => {
      const phone = "+18015550150" as Phone;
      const email = "cal@example.com" as EmailAddress;
      const numerous = Array.from({ length: 23 }, (_, index) =>
        anAppointment({
          ...nowhere,
          id: (100 + index) as AppointmentId,
          at: at("2026-03-05T10:00:00Z"),
          phones: [phone],
        }),
      );
      const dated = { ...nowhere, id: 90 as AppointmentId, at: "2026-01-01" as CalendarDate, phones: [phone], email };
      const later = {
        ...nowhere,
        id: 80 as AppointmentId,
        at: at("2026-03-05T10:00:01Z"),
        phones: [phone],
        email: null,
      };
      await save(open.mine, [...numerous, anAppointment(dated), anAppointment(later)], []);
      await save(open.other, [anAppointment({ ...dated, id: 70 as AppointmentId })], []);
      const found = await open.storage.read(open.mine, ({ appointments }) =>
        appointments.withContacts(open.mine, [email, "+18015550151", phone]),
      );
      expect(found).toEqual([[90], [], [90, 80, ...Array.from({ length: 18 }, (_, index) => 122 - index)]]);
      expect(await open.storage.read(open.mine, (stores) => stores.appointments.withContacts(open.mine, []))).toEqual(
        [],
      );
    });

    it("tell whether an appointment lacks an id", async () => {
      const any = () => withKeys({ kind: "partial", value: "" });
      await save(open.mine, [imported], []);
      await save(open.other, [anAppointment({ ...nowhere, patientId: null })], []);
      expect(await any()).toEqual([undefined]);
      await save(open.mine, [{ ...imported, patientId: null }], []);
      expect(await any()).toEqual([78]);
      await save(open.mine, [imported, anAppointment({ ...nowhere, patientId: "MRN-5" })], []);
      expect(await any()).toEqual([77]);
    });

    it("find a patient who died as long as an appointment has this status", async () => {
      const keys = [
        { kind: "deceased", value: "patient MRN-5" },
        { kind: "deceased", value: "" },
      ] as const;
      await save(open.mine, [{ ...imported, status: "deceased", statusAt: at("2026-03-07") }], []);
      await save(open.other, [], []);
      expect(await withKeys(...keys)).toEqual([78, 78]);
      await save(open.mine, [imported], []);
      expect(await withKeys(...keys)).toEqual([undefined, undefined]);
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

    it("find the planned invites of patients", async () => {
      const planned = (invite: Invite) => ({ ...invite, status: plannedStatus });
      await save(open.mine, [], [planned(late), early, planned(mailed)]);
      await save(open.other, [], [planned(anInvite({ ...anyOf, id: 9 as InviteId, sentAt: at("2026-03-09") }))]);
      const found = (...keys: InviteKey[]) =>
        open.storage.transact(open.mine, async ({ invites }) => {
          const ids = (await invites.planned(open.mine, keys)).map(({ id }) => id);
          return ids.toSorted((one, other) => one - other);
        });
      const patient = { kind: "patient", value: "MRN-5" } as const;
      const email = { kind: "email", value: "cal@example.com" } as const;
      expect(await found(phone, patient, email, { kind: "email", value: "+18015550142" })).toEqual([2, 3]);
      await open.storage.transact(open.mine, ({ invites }) => invites.remove(open.mine, [late.id]));
      expect([await found(phone), await found()]).toEqual([[], []]);
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

const aLoad = (overrides: Partial<StoredLoad> = {}): StoredLoad => ({
  ...{ staging: "a", isComplete: false, isDiscarded: false, changed: { review: 5 }, removed: { call: 1 } },
  ...overrides,
});

const part = (step: number, position: number, body = `[{"line":${position},"value":"ä\\u0007"}]`) => ({
  ...{ step, position, body },
});

export function loadsContract(fresh: Fresh): void {
  describe("the load store", () => {
    const open = freshStorage(fresh);
    const write = <T>(work: (loads: LoadStore) => Promise<T>, account: AccountId = open.mine) =>
      open.storage.transact(account, ({ loads }) => work(loads));
    const read = <T>(
      work: (loads: Pick<LoadStore, "last" | "next" | "abandoned">) => Promise<T>,
      account = open.mine,
    ) => open.storage.read(account, ({ loads }) => work(loads));

    it("returns the last load of each account", async () => {
      expect(await read((loads) => loads.last(open.mine))).toBeUndefined();
      await write((loads) => loads.save(open.mine, aLoad()));
      const ended = aLoad({ staging: "b", isComplete: true, isDiscarded: true, removed: {} });
      await write((loads) => loads.save(open.mine, ended));
      await write((loads) => loads.save(open.other, aLoad({ staging: "c" })), open.other);
      expect(await read((loads) => loads.last(open.mine))).toEqual(ended);
      expect(await read((loads) => loads.last(open.other), open.other)).toEqual(aLoad({ staging: "c" }));
    });

    it("returns staged parts by step and position, and removes them", async () => {
      await write((loads) => loads.stage(open.mine, "a", [part(50, 0), part(50, 10)], open.start));
      await write((loads) => loads.stage(open.mine, "a", [part(50, 2), part(7, 3)], plus(open.start, second)));
      await write((loads) => loads.stage(open.mine, "b", [part(1, 0)], open.start));
      await write((loads) => loads.stage(open.other, "a", [part(2, 0)], open.start), open.other);
      await read(async (loads) => {
        expect(await loads.next(open.mine, "a")).toEqual(part(7, 3));
        expect(await loads.next(open.mine, "a", part(7, 3))).toEqual(part(50, 0));
        expect(await loads.next(open.mine, "a", part(50, 0))).toEqual(part(50, 2));
        expect(await loads.next(open.mine, "a", part(50, 2))).toEqual(part(50, 10));
        expect(await loads.next(open.mine, "a", part(50, 10))).toBeUndefined();
      });
      await write(async (loads) => {
        expect([await loads.count(open.mine, "a"), await loads.count(open.mine, "none")]).toEqual([4, 0]);
        expect(await loads.first(open.mine, "a")).toEqual({ step: 7, position: 3 });
        await loads.remove(open.mine, "a", part(7, 3));
        expect(await loads.first(open.mine, "a")).toEqual({ step: 50, position: 0 });
        expect(await loads.first(open.mine, "none")).toBeUndefined();
      });
      expect(await read((loads) => loads.next(open.other, "a"), open.other)).toEqual(part(2, 0));
    });

    it("stores long parts unchanged", async () => {
      const long = part(1, 0, JSON.stringify(Array.from({ length: 20_000 }, (_, index) => `😀 line ${index}`)));
      await write((loads) => loads.stage(open.mine, "a", [long], open.start));
      expect(await read((loads) => loads.next(open.mine, "a"))).toEqual(long);
    });

    it("discards all parts of a staging name in batches, and no others", async () => {
      const parts = Array.from({ length: 45 }, (_, position) => part(50, position));
      await write((loads) => loads.stage(open.mine, "a", parts, open.start));
      await write((loads) => loads.stage(open.mine, "b", [part(50, 0)], open.start));
      await write((loads) => loads.stage(open.other, "a", [part(50, 0)], open.start), open.other);
      let removed = 0;
      for (let some = 1; some > 0; removed += some) some = await write((loads) => loads.discard(open.mine, "a"));
      expect(removed).toBe(45);
      await write(async (loads) => {
        expect([await loads.count(open.mine, "a"), await loads.count(open.mine, "b")]).toEqual([0, 1]);
      });
      expect(await write((loads) => loads.count(open.other, "a"), open.other)).toBe(1);
    });

    it("reports undecided parts as abandoned once all of them are old", async () => {
      const later = plus(open.start, second);
      await write(async (loads) => {
        await loads.stage(open.mine, "abandoned", [part(1, 0), part(1, 1)], open.start);
        await loads.stage(open.mine, "growing", [part(1, 0)], open.start);
        await loads.stage(open.mine, "growing", [part(1, 1)], later);
        await loads.stage(open.mine, "decided", [part(1, 0)], open.start);
        await loads.save(open.mine, aLoad({ staging: "decided" }));
      });
      expect(await read((loads) => loads.abandoned(open.mine, later))).toEqual(["abandoned"]);
      expect(await read((loads) => loads.abandoned(open.other, later), open.other)).toEqual([]);
    });
  });
}

const fileId = (id: number) => id as PatientFileId;
const uploaded = at("2026-05-01T12:00:00Z");

const aFile = (overrides: Partial<Omit<PatientFile, "id">> & { readonly id?: number } = {}): PatientFile => ({
  ...{ type: "OASCAHPS", status: "Done", connection: "ehr", transform: "trim", isTest: true },
  ...{ createdAt: uploaded, createdBy: "ann@example.com" as EmailAddress, patients: 9, warnings: 4 },
  ...{ fileName: "may.csv", month: "2026-05" as SampleMonth, headings: { sex: "Gender", patient_id: "MRN" } },
  ...{ failure: "it is empty", digest: "d1", seenAt: plus(uploaded, second) },
  ...overrides,
  id: fileId(overrides.id ?? 1),
});
const unnamed = {
  ...{ connection: null, transform: null, createdBy: null, failure: null, digest: null, isTest: false },
  ...{ fileName: null, month: null, headings: null },
};

export function patientFilesContract(fresh: Fresh): void {
  describe("patient file stores", () => {
    const open = freshStorage(fresh);
    const write = <T>(work: (stores: Stores) => Promise<T>, account = open.mine) =>
      open.storage.transact(account, (stores) => work(stores));
    const read = <T>(work: (stores: ReadStores) => Promise<T>, account = open.mine) => open.storage.read(account, work);
    const idsOf = (files: readonly { readonly id: number }[]) => files.map(({ id }) => id);

    it("keep all values of a file and replace files by id", async () => {
      const files = [aFile(), aFile({ id: 2, ...unnamed })];
      await write(async ({ patientFiles }) => {
        await patientFiles.save(open.mine, aFile({ status: "Pending", patients: 0 }));
        for (const file of files) await patientFiles.save(open.mine, file);
      });
      await write(async ({ ids, patientFiles }) => {
        expect(await patientFiles.byId(open.mine, fileId(1))).toEqual(files[0]);
        expect(await patientFiles.byId(open.mine, fileId(2))).toEqual(files[1]);
        expect(await patientFiles.byId(open.mine, fileId(3))).toBeUndefined();
        expect(await ids.greatest(open.mine, "patientFiles")).toBe(2);
      });
      await write(async ({ ids, patientFiles }) => {
        expect(await patientFiles.byId(open.other, fileId(1))).toBeUndefined();
        expect(await ids.greatest(open.other, "patientFiles")).toBe(0);
      }, open.other);
    });

    it("list the files of a window, newest first, by survey", async () => {
      const later = plus(uploaded, second);
      await write(async ({ patientFiles }) => {
        for (const file of [
          aFile({ id: 10, createdAt: later }),
          aFile({ id: 2, type: "HCAHPS" }),
          aFile({ id: 9 }),
          aFile({ id: 3, createdAt: plus(uploaded, 2 * second) }),
        ]) {
          await patientFiles.save(open.mine, file);
        }
      });
      const page = { window: {}, limit: 10 };
      await read(async ({ patientFiles }) => {
        const listed = async (part: object) => idsOf(await patientFiles.page(open.mine, { ...page, ...part }));
        expect(await listed({})).toEqual([3, 10, 9, 2]);
        expect(await listed({ limit: 2 })).toEqual([3, 10]);
        expect(await listed({ after: { createdAt: later, id: 10 } })).toEqual([9, 2]);
        expect(await listed({ after: { createdAt: uploaded, id: 9 } })).toEqual([2]);
        expect(await listed({ window: { from: later } })).toEqual([3, 10]);
        expect(await listed({ window: { from: uploaded, to: later } })).toEqual([9, 2]);
        expect(await listed({ type: "HCAHPS" })).toEqual([2]);
        expect(await listed({ type: "HCAHPS", after: { createdAt: uploaded, id: 2 } })).toEqual([]);
      });
      await read(async ({ patientFiles }) => expect(await patientFiles.page(open.other, page)).toEqual([]), open.other);
    });

    it("find the last parsed file with the same content", async () => {
      await write(async ({ patientFiles }) => {
        for (const id of [1, 2]) await patientFiles.save(open.mine, aFile({ id }));
        await patientFiles.save(open.mine, aFile({ id: 3, status: "Failed" }));
        await patientFiles.save(open.mine, aFile({ id: 4, digest: "d2" }));
      });
      await read(async ({ patientFiles }) => {
        expect((await patientFiles.withDigest(open.mine, "d1"))?.id).toBe(2);
        expect(await patientFiles.withDigest(open.mine, "d3")).toBeUndefined();
      });
      await read(
        async ({ patientFiles }) => expect(await patientFiles.withDigest(open.other, "d1")).toBeUndefined(),
        open.other,
      );
    });

    it("find unfinished files", async () => {
      await write(async ({ patientFiles }) => {
        for (const [index, status] of (["Done", "Started", "Failed", "Pending"] as const).entries()) {
          await patientFiles.save(open.mine, aFile({ id: 20 - index, status }));
        }
      });
      await read(async ({ patientFiles }) => expect(idsOf(await patientFiles.unfinished(open.mine))).toEqual([17, 19]));
      await read(async ({ patientFiles }) => expect(await patientFiles.unfinished(open.other)).toEqual([]), open.other);
    });

    it("keep the visits of a file in parts, in order", async () => {
      const part = (position: number, visitId = `V-${position}`) => ({
        position,
        visits: [{ row: position, visitId, patientId: "MRN-1", isEligible: true }],
      });
      await write(async ({ surveyVisits }) => {
        for (const position of [30, 2]) await surveyVisits.save(open.mine, fileId(1), part(position));
        await surveyVisits.save(open.mine, fileId(1), part(30, "V-31"));
        await surveyVisits.save(open.mine, fileId(2), part(5));
      });
      await write(({ surveyVisits }) => surveyVisits.save(open.other, fileId(1), part(9)), open.other);
      await read(async ({ surveyVisits }) => {
        const next = (after: number) => surveyVisits.next(open.mine, fileId(1), after);
        expect([await next(-1), await next(2), await next(30)]).toEqual([part(2), part(30, "V-31"), undefined]);
      });
      await write(({ surveyVisits }) => surveyVisits.remove(open.mine, fileId(1), 2));
      await read(async ({ surveyVisits }) => {
        expect(await surveyVisits.next(open.mine, fileId(1), -1)).toEqual(part(30, "V-31"));
        expect(await surveyVisits.next(open.mine, fileId(2), -1)).toEqual(part(5));
      });
      await read(
        async ({ surveyVisits }) => expect(await surveyVisits.next(open.other, fileId(1), -1)).toEqual(part(9)),
        open.other,
      );
    });

    it("keep findings unchanged by file and id, and delete them by id", async () => {
      const warning = (id: number) => ({ id, json: `{"id":${id},"row_note":"ä\\u0007 \\"x\\""}` });
      const warnings = Array.from({ length: 1_200 }, (_, index) => warning(2_000_002 + index));
      await write(async ({ patientWarnings }) => {
        await patientWarnings.append(open.mine, fileId(1), [warning(1_000_002), warning(1_000_010)]);
        await patientWarnings.append(open.mine, fileId(1), [warning(1_000_011)]);
        await patientWarnings.append(open.mine, fileId(1), []);
        await patientWarnings.append(open.mine, fileId(2), warnings);
      });
      await write(
        ({ patientWarnings }) => patientWarnings.append(open.other, fileId(1), [warning(1_000_002)]),
        open.other,
      );
      await read(async ({ patientWarnings }) => {
        const page = (part: object) =>
          patientWarnings.page(open.mine, { file: fileId(1), after: 0, limit: 10, ...part });
        expect(await page({})).toEqual([warning(1_000_002), warning(1_000_010), warning(1_000_011)]);
        expect(await page({ after: 1_000_002, limit: 1 })).toEqual([warning(1_000_010)]);
        expect(await page({ file: fileId(2), limit: 5_000 })).toEqual(warnings);
        expect(await page({ file: fileId(3) })).toEqual([]);
      });
      await write(async ({ patientWarnings }) => {
        const page = (id: number) => patientWarnings.page(open.mine, { file: fileId(id), after: 0, limit: 10 });
        await patientWarnings.remove(open.mine, fileId(2), [...idsOf(warnings).slice(1), 1_000_002]);
        expect([await page(1), await page(2)].map((rest) => rest.length)).toEqual([3, 1]);
        await patientWarnings.remove(open.mine, fileId(1), [1_000_002, 1_000_010, 1_000_011]);
        expect(await page(1)).toEqual([]);
      });
      await read(async ({ patientWarnings }) => {
        const rest = await patientWarnings.page(open.other, { file: fileId(1), after: 0, limit: 10 });
        expect(idsOf(rest)).toEqual([1_000_002]);
      }, open.other);
    });
  });
}
