import { describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { day, plus } from "../../foundation/kernel/instant.js";
import { readList, readTrail } from "../../testing/fresh-storage.js";
import { importPractice } from "../../testing/import-practice.js";
import { patientFileOf, patientTexts } from "../../testing/patient-builders.js";
import { patientPractice } from "../../testing/patient-practice.js";

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

  it("deletes warnings of patient files in batches, and keeps warnings of later files", async () => {
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
    expect(trail.filter(({ action }) => action === "delete_error_rows").map(({ rows }) => rows)).toEqual([1_000, 1]);
  });
});

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
