import { describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { minute, plus } from "../../foundation/kernel/times.js";
import { patientFileOf, patientTexts } from "../../testing/builders.js";
import { readChanges, readList, readTrail } from "../../testing/fresh-storage.js";
import { patientPractice } from "../../testing/practices.js";
import type { ParseOptions } from "./parse-patient-file.js";

const defect = { date_of_birth: "2020-01-01" };

/** Creates a practice whose files have rows for the patients `MRN-<n>` with the visits `V-<n>`. */
async function practiceWithUndo() {
  const practice = await patientPractice();
  const { patientSurveys, erasure, feed } = createDomain(practice.ports);
  const { account, ports } = practice;
  async function parse(
    rows: readonly (readonly [number, Parameters<typeof patientTexts>[1]?])[],
    options?: ParseOptions,
  ) {
    const file = patientFileOf(
      "OASCAHPS",
      rows.map(([n, more]) => ({
        texts: patientTexts("OASCAHPS", {
          ...{ patient_id: `MRN-${n}`, visit_id: `V-${n}`, phone: `(801) 555-01${String(n).padStart(2, "0")}` },
          ...more,
        }),
      })),
    );
    return (await practice.parse(file, options)).sample;
  }
  const undo = (id: number, dryRun = false) => patientSurveys.undo(account, id, { dryRun });
  const sample = (id: number) => patientSurveys.sample(account, id);
  const listed = async () => ({
    files: (await readList(ports.storage, account, "cahps-parsed-files")).items,
    warnings: (await readList(ports.storage, account, "cahps-parsed-files/warnings")).items,
  });
  return { ...practice, parse, undo, sample, listed, erasure, feed };
}

describe("undoing a patient file", () => {
  it("removes its findings and visits, and lists it as failed without counts", async () => {
    const { parse, undo, sample, listed, files, warningsOf, account, ports } = await practiceWithUndo();
    await parse([[1], [2]]);
    const before = await listed();
    await parse([[3], [4, defect]], { fileName: "may.csv" });
    expect(await undo(2)).toEqual({
      ...{
        item: expect.objectContaining({ file_id: 2, download_status: "Failed", total_patients: 0, warnings_count: 0 }),
      },
      ...{ findings: 1, visits: 2, restored: [], remaining: [], sample: { files: 1, visits: 2, eligible: 2 } },
    });
    expect(await sample(1)).toEqual({ files: 1, visits: 2, eligible: 2 });
    expect((await files())[0]).toMatchObject({ file_id: 2, download_status: "Failed", total_patients: 0 });
    expect(await warningsOf(2)).toEqual([]);
    expect((await listed()).warnings).toEqual(before.warnings);
    expect((await readTrail(ports.storage, account)).at(-1)).toMatchObject({
      ...{ action: "undo_patient_survey", subject: "file 2", rows: 2, outcome: "ok" },
    });
    await parse([[3], [4, defect]]);
    expect(await sample(3)).toEqual({ files: 2, visits: 4, eligible: 3 });
  });

  it("lets the rows that it replaced count again, also if a person was erased since", async () => {
    const { parse, undo, sample, erasure, account } = await practiceWithUndo();
    await parse([[1], [2], [3, { visit_id: "wrong" }]]);
    await parse([[1, defect], [2, defect], [3]], { corrects: 1 });
    await erasure.erase(account, { patientId: "MRN-2" });
    expect(await sample(1)).toEqual({ files: 2, visits: 2, eligible: 1 });
    expect(await undo(2)).toMatchObject({
      restored: [{ file: 1, rows: 2 }],
      sample: { files: 1, visits: 2, eligible: 2 },
    });
    expect(await sample(1)).toEqual({ files: 1, visits: 2, eligible: 2 });
  });

  it("keeps a file that corrects it", async () => {
    const { parse, undo, sample } = await practiceWithUndo();
    await parse([[1], [2]]);
    await parse([[1]], { corrects: 1 });
    expect(await undo(1)).toMatchObject({ remaining: [], sample: { files: 1, visits: 1, eligible: 1 } });
    await undo(2);
    expect(await sample(2)).toEqual({ files: 0, visits: 0, eligible: 0 });
  });

  it("keeps the findings of later files, and names these files", async () => {
    const { parse, undo, sample } = await practiceWithUndo();
    await parse([[1], [2]]);
    await parse([[2], [3]]);
    expect(await undo(1)).toMatchObject({
      remaining: [{ file: 2, rows: 1 }],
      sample: { files: 1, visits: 2, eligible: 1 },
    });
    await undo(2);
    await parse([[2], [3]]);
    expect(await sample(3)).toEqual({ files: 1, visits: 2, eligible: 2 });
  });

  it("changes nothing in a dry run", async () => {
    const { parse, undo, sample, listed, account, ports } = await practiceWithUndo();
    await parse([[1], [2]]);
    await parse(
      [
        [1, defect],
        [3, defect],
      ],
      { corrects: 1 },
    );
    const seen = async () => [await listed(), await sample(1), (await readTrail(ports.storage, account)).length];
    const before = await seen();
    const planned = await undo(2, true);
    expect(await seen()).toEqual(before);
    expect(await undo(2)).toEqual(planned);
  });

  it("appears in copies of the change feed and after a rebuild", async () => {
    const { parse, undo, listed, feed, account, ports } = await practiceWithUndo();
    await parse([[1, defect], [2]]);
    const { reached } = await readChanges(ports.storage, account);
    await undo(1);
    const undone = await listed();
    expect(undone.warnings).toEqual([]);
    const { changes } = await readChanges(ports.storage, account, { after: reached });
    expect(changes.map(({ list, id, op }) => `${op} ${list} ${id}`)).toEqual([
      "delete cahps-parsed-files/warnings 1000002",
      "upsert cahps-parsed-files 1",
    ]);
    await feed.rebuild(account);
    expect(await listed()).toEqual(undone);
  });

  it("refuses a file that was undone, failed, is unknown, or corrects a file and is itself corrected", async () => {
    const { parse, undo, account, ports } = await practiceWithUndo();
    await expect(undo(1)).rejects.toMatchObject({ code: "file_not_found" });
    await parse([[1]]);
    await expect(parse([[1]], { corrects: 9 })).rejects.toMatchObject({ code: "file_not_found" });
    await expect(undo(2)).rejects.toMatchObject({ code: "file_failed" });
    await parse([[1]], { corrects: 1 });
    await parse([[1]], { corrects: 3 });
    await expect(undo(3)).rejects.toMatchObject({ code: "file_corrected", message: expect.stringContaining("file 4") });
    await undo(4);
    await undo(3);
    const trail = (await readTrail(ports.storage, account)).length;
    await expect(undo(3)).rejects.toMatchObject({ code: "already_undone" });
    expect(await readTrail(ports.storage, account)).toHaveLength(trail + 1);
    await expect(parse([[1]], { corrects: 3 })).rejects.toMatchObject({ code: "other_sample" });
  });

  it("waits for files that are being parsed, but not for files whose process has stopped", async () => {
    const { parse, undo, clock, account, ports } = await practiceWithUndo();
    await parse([[1]]);
    const done = await ports.storage.read(account, ({ patientFiles }) => patientFiles.byId(account, 1 as never));
    const started = { ...done, id: 2, status: "Started", seenAt: clock() } as never;
    await ports.storage.transact(account, ({ patientFiles }) => patientFiles.save(account, started));
    await expect(undo(1)).rejects.toMatchObject({
      code: "file_unfinished",
      message: expect.stringContaining("file 2"),
    });
    clock.set(plus(clock(), 4 * minute));
    await expect(undo(2)).rejects.toMatchObject({ code: "file_failed" });
    expect(await undo(1)).toMatchObject({ visits: 1 });
  });

  it("works for a test file, which is in no sample", async () => {
    const { parse, undo, listed } = await practiceWithUndo();
    await parse([[1, defect]], { isTest: true });
    expect(await undo(1)).toMatchObject({ findings: 1, visits: 0, sample: null });
    expect(await listed()).toMatchObject({ files: [{ download_status: "Failed", is_test: true }], warnings: [] });
  });
});
