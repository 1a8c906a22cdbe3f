import { beforeEach, describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import type { AccountId, CredentialId, SubmissionId } from "../../foundation/kernel/ids.js";
import { day, hour, minute, plus } from "../../foundation/kernel/times.js";
import { aSubmission, patientFileOf, patientTexts } from "../../testing/builders.js";
import { readList, readTrail } from "../../testing/fresh-storage.js";
import { importPractice, patientPractice, type TwoAccounts, twoAccounts } from "../../testing/practices.js";

describe("cleaning up accounts", () => {
  let clock: TwoAccounts["clock"];
  let ports: TwoAccounts["ports"];
  let domain: TwoAccounts["domain"];
  let acme: AccountId;
  let zenith: AccountId;
  beforeEach(async () => {
    ({ clock, ports, domain, acme, zenith } = await twoAccounts());
  });

  const save = (account: AccountId, ...ids: number[]) =>
    ports.storage.transact(account, (stores) =>
      stores.submissions.save(
        account,
        ids.map((id) => aSubmission({ id: id as SubmissionId, isTest: id > 1 })),
      ),
    );
  const submissionsOf = (account: AccountId) =>
    ports.storage.transact(account, (stores) => stores.submissions.byIds(account, [1, 2, 3] as SubmissionId[]));
  const trails = () => Promise.all([acme, zenith].map((account) => readTrail(ports.storage, account)));

  const none = [
    { account: "acme", removed: 0 },
    { account: "zenith", removed: 0 },
  ];
  const purged = [{ account: "acme", removed: 2 }, none[1]];
  const record = {
    actorId: null,
    action: "purge_test_submissions",
    subject: null,
    filters: [],
    rows: 2,
    outcome: "ok",
  };

  describe("purging test submissions", () => {
    it("removes the tests of every account and nothing else, and audits each removal", async () => {
      await save(acme, 1, 2, 3);
      await save(zenith, 1);
      expect(await domain.submissions.purgeTests()).toEqual(purged);
      expect([await submissionsOf(acme), await submissionsOf(zenith)].map((all) => all.map(({ id }) => id))).toEqual([
        [1],
        [1],
      ]);
      expect(await trails()).toEqual([[{ ...record, at: clock(), actor: "operator" }], []]);
      expect(await domain.submissions.purgeTests()).toEqual(none);
    });

    it("continues with the other accounts if one of them fails, and then throws the error", async () => {
      await save(zenith, 2);
      const { storage } = ports;
      const failing = createDomain({
        ...ports,
        storage: {
          ...storage,
          transact: (account, work) =>
            account === acme ? Promise.reject(new Error("disk full")) : storage.transact(account, work),
        },
      });
      await expect(failing.submissions.purgeTests()).rejects.toThrow("disk full");
      expect(await submissionsOf(zenith)).toEqual([]);
      await expect(failing.nightly.cleanUp(clock())).rejects.toThrow("disk full");
      clock.set(clock() + hour);
      expect(await domain.nightly.cleanUp(plus(clock(), -hour))).toEqual(none);
    });
  });

  describe("the nightly cleanup", () => {
    it("purges test submissions once a night, and audits this as an action of the service", async () => {
      await save(acme, 1, 2, 3);
      const due = clock();
      expect(await domain.nightly.cleanUp(due)).toEqual(purged);
      expect(await trails()).toEqual([[{ ...record, at: due, actor: "service" }], []]);
      clock.set(due + hour);
      await save(acme, 2);
      expect(await domain.nightly.cleanUp(due)).toBeUndefined();
      clock.set(due + day);
      expect(await domain.nightly.cleanUp(clock())).toEqual([{ account: "acme", removed: 1 }, none[1]]);
    });

    it("is done by one process, and by another one if the first process ends", async () => {
      const due = clock();
      const dead = { holder: "dead", now: due, until: plus(due, 10 * minute), due };
      await ports.storage.jobs.take("nightly", dead);
      expect(await domain.nightly.cleanUp(due)).toBeUndefined();
      clock.set(due + 10 * minute);
      expect(await Promise.all([domain.nightly.cleanUp(due), domain.nightly.cleanUp(due)])).toEqual([none, undefined]);
    });

    it("stops if another process has taken over the job", async () => {
      const due = clock();
      const { storage } = ports;
      const slow = createDomain({
        ...ports,
        storage: {
          ...storage,
          async transact(account, work) {
            clock.set(due + hour);
            await storage.jobs.take("nightly", { holder: "other", due, now: clock(), until: plus(clock(), minute) });
            return storage.transact(account, work);
          },
        },
      });
      expect(await slow.nightly.cleanUp(due)).toEqual([none[0]]);
      clock.set(due + 2 * hour);
      expect(await domain.nightly.cleanUp(due)).toEqual(none);
    });

    it("deletes stored responses to requests that are more than 24 hours old", async () => {
      const by = { account: acme, kind: "web-forms" as const, id: 7 as CredentialId };
      const sent = {
        scct_parameter: "spring-1",
        phone_number: "8015550142",
        conversion_type: "Online",
        patient_name: "Cal",
      };
      const key = ports.secrets.sha256("k1");
      const storedResponse = () =>
        ports.storage.transact(acme, ({ storedResponses }) => storedResponses.byKey(acme, key));
      const start = clock();
      await domain.submissions.one(sent, { by, idempotencyKey: "k1" });
      clock.set(start + day);
      await domain.nightly.cleanUp(clock());
      expect(await storedResponse()).toMatchObject({ at: start });
      clock.set(start + 2 * day);
      await domain.nightly.cleanUp(clock());
      expect(await storedResponse()).toBeUndefined();
    });
  });
});

const bad = { patientId: "MRN-1", fullName: "Cal Reed", appointmentDate: "never", mobilePhone: "801-555-0101" };

describe("retention", () => {
  it("deletes error rows and audit records past their periods, in the lists too, and records it", async () => {
    const { ports, account, clock, run, errorsOf } = await importPractice();
    const first = (await run([bad, bad])).import_id;
    const start = clock();
    clock.set(start + 20 * day);
    const second = (await run([{ ...bad, patientId: "MRN-2" }])).import_id;
    const remaining = (await errorsOf(second)).length;
    const published = async () =>
      (await readList(ports.storage, account, "integration-imports/appointments")).count +
      (await readList(ports.storage, account, "integration-imports/invites")).count;
    expect(await published()).toBe((await errorsOf(first)).length + remaining);
    clock.set(start + 31 * day);
    await createDomain(ports).nightly.cleanUp(clock());
    expect(await errorsOf(first)).not.toEqual([]);

    clock.set(start + 32 * day);
    const domain = createDomain(ports, { retention: { errorRowDays: 30, auditDays: 30 } });
    await domain.nightly.cleanUp(clock());
    expect(await errorsOf(first)).toEqual([]);
    expect(await errorsOf(second)).toHaveLength(remaining);
    expect(await published()).toBe(remaining);
    const trail = await readTrail(ports.storage, account);
    expect(trail.filter(({ actor }) => actor === "service").map(({ action, subject }) => [action, subject])).toEqual([
      ["delete_error_rows", `before ${dayOf(plus(clock(), -30 * day))}`],
      ["delete_audit_records", `before ${dayOf(plus(clock(), -30 * day))}`],
    ]);
    expect(trail.every(({ at }) => at >= plus(clock(), -30 * day))).toBe(true);
  });

  it("deletes warnings and visits of patient files in batches, and keeps the rows of later files", async () => {
    const { ports, account, clock, parse, warningsOf } = await patientPractice();
    const texts = patientTexts("OASCAHPS", { zip: "no" });
    const fileOf = (rows: number) =>
      patientFileOf(
        "OASCAHPS",
        Array.from({ length: rows }, () => ({ texts })),
      );
    const first = (await parse(fileOf(1_001))).item.file_id;
    const start = clock();
    clock.set(start + 20 * day);
    const second = (await parse(fileOf(2))).item.file_id;
    clock.set(start + 31 * day);
    await createDomain(ports, { retention: { errorRowDays: 30 } }).nightly.cleanUp(clock());
    expect(await warningsOf(first)).toEqual([]);
    expect(await warningsOf(second)).toHaveLength(2);
    expect((await readList(ports.storage, account, "cahps-parsed-files/warnings")).count).toBe(2);
    const trail = await readTrail(ports.storage, account);
    expect(trail.filter(({ action }) => action === "delete_error_rows").map(({ rows }) => rows)).toEqual([
      ...[1_000, 1, 1_000, 1],
    ]);
  });
});

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
