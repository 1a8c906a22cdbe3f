import { describe, expect, it } from "@jest/globals";
import type { Instant } from "../../foundation/kernel/times.js";
import { createDomain } from "../../domain.js";
import { at, patientFileOf, patientTexts } from "../../testing/builders.js";
import { patientPractice } from "../../testing/practices.js";
import type { ParseOptions } from "./parse-patient-file.js";
import { surveyVisitType } from "./survey-visits.js";

type Texts = Parameters<typeof patientTexts>[1];

/** Creates a practice whose files have rows for the patients `MRN-<n>` with the visits `V-<n>`. */
async function sampling() {
  const practice = await patientPractice();
  const rowsOf = (...rows: readonly (readonly [number, Texts?])[]) =>
    patientFileOf(
      "OASCAHPS",
      rows.map(([n, more]) => ({
        texts: patientTexts("OASCAHPS", {
          ...{ patient_id: `MRN-${n}`, visit_id: `V-${n}`, phone: `(801) 555-01${String(n).padStart(2, "0")}` },
          ...more,
        }),
      })),
    );
  async function parse(rows: readonly (readonly [number, Texts?])[], options: ParseOptions = {}) {
    const { item, sample, counts } = await practice.parse(rowsOf(...rows), options);
    const notes = (await practice.warningsOf(item.file_id)).map(({ row_note }) => row_note);
    return { sample, notes, eligible: counts.eligible };
  }
  return { ...practice, parse };
}

const defect = { date_of_birth: "2020-01-01" };

describe("a visit that an earlier file of the sample month has", () => {
  it("is not surveyed a second time", async () => {
    const { parse } = await sampling();
    expect(await parse([[1], [2]])).toEqual({ sample: { files: 1, visits: 2, eligible: 2 }, notes: [], eligible: 2 });
    expect(await parse([[2], [3]])).toEqual({
      ...{ sample: { files: 2, visits: 3, eligible: 3 }, notes: ["Already in file 1, row 3"], eligible: 1 },
    });
  });

  it("is surveyed with a warning if the patient could not be surveyed before", async () => {
    const { parse } = await sampling();
    await parse([[1, defect]]);
    const second = await parse([[1]]);
    expect(second).toMatchObject({ sample: { files: 2, visits: 1, eligible: 1 }, eligible: 1 });
    expect(second.notes).toEqual(["Already in file 1, row 2, where the patient could not be surveyed"]);
    expect((await parse([[1]])).notes).toEqual(["Already in file 2, row 2"]);
  });

  it("does not count in other months, other surveys and test files", async () => {
    const { parse } = await sampling();
    await parse([[1]], { isTest: true });
    expect(await parse([[1]], { month: "2026-04" as never })).toMatchObject({
      notes: [expect.not.stringMatching("file")],
    });
    expect(await parse([[1]])).toMatchObject({ sample: { files: 1, visits: 1, eligible: 1 }, notes: [] });
    const test = await parse([[1]], { isTest: true });
    expect(test).toMatchObject({ sample: { files: 1, visits: 1 }, notes: ["Already in file 3, row 2"] });
  });

  it("is replaced by a file that corrects the earlier one", async () => {
    const { parse } = await sampling();
    await parse([[1], [2]]);
    const corrected = await parse([[1, defect]], { corrects: 1 });
    expect(corrected).toMatchObject({ sample: { files: 2, visits: 2, eligible: 1 }, eligible: 0 });
    expect(corrected.notes).toEqual([expect.not.stringMatching("Already")]);
    expect((await parse([[1], [2]])).notes).toEqual([
      "Already in file 2, row 2, where the patient could not be surveyed",
      "Already in file 1, row 3",
    ]);
  });

  it("is replaced by a corrected row with another visit id of the same patient", async () => {
    const { parse } = await sampling();
    await parse([[1, { visit_id: "MRN-1" }], [2, { visit_id: "MRN-2" }], [3]]);
    const corrected = await parse([[1], [2, defect]], { corrects: 1 });
    expect(corrected).toMatchObject({ sample: { files: 2, visits: 3, eligible: 2 }, eligible: 1 });
    expect(await parse([[4]])).toMatchObject({ sample: { files: 3, visits: 4, eligible: 3 } });
  });

  it("is not replaced by a row about another patient, or about a second visit that both files have", async () => {
    const { parse } = await sampling();
    const second = [1, { visit_id: "V-9", service_date: "2026-05-20" }] as const;
    await parse([[1], second, [2]]);
    expect((await parse([[1], second, [3]], { corrects: 1 })).sample.visits).toBe(4);
    expect((await parse([[1], [4]], { corrects: 2 })).sample.visits).toBe(5);
  });

  it("counts once if the whole corrected file is parsed again, also several times", async () => {
    const { parse } = await sampling();
    await parse([
      [1, { visit_id: "A" }],
      [1, { visit_id: "B" }],
      [2, { patient_id: "" }],
    ]);
    await parse([[1], [2]], { corrects: 1 });
    const { sample } = await parse([[1], [2]], { corrects: 2 });
    expect(sample).toEqual({ files: 3, visits: 3, eligible: 2 });
    expect((await parse([[1], [2]])).sample).toEqual({ files: 4, visits: 3, eligible: 2 });
  });

  it.each([
    ["an unknown file", 9, "file_not_found"],
    ["a test file", 1, "other_sample"],
  ])("cannot correct %s", async (_, corrects, code) => {
    const { parse, files } = await sampling();
    await parse([[1]], { isTest: true });
    await expect(parse([[1]], { corrects })).rejects.toMatchObject({ code });
    expect((await files())[0]).toMatchObject({ download_status: "Failed" });
  });

  it("is forgotten with its patient, and with the rows of its file", async () => {
    const { parse, ports, account } = await sampling();
    await parse([[1], [2]]);
    const erased = await createDomain(ports).erasure.erase(account, { patientId: "MRN-1" });
    expect(JSON.stringify(erased)).toContain("survey_visit");
    expect(await parse([[2]])).toMatchObject({ notes: ["Already in file 1, row 3"] });
    const read = <T>(work: (stores: never, account: never) => Promise<T>) =>
      ports.storage.read(account, (stores) => work(stores as never, account as never));
    for await (const batch of surveyVisitType.uploadedBefore?.(read, Number.MAX_SAFE_INTEGER as Instant) ?? []) {
      await ports.storage.transact(account, (stores) => batch.remove({ stores, account }));
    }
    expect(await parse([[2]], { uploadedAt: at("2026-06-01T12:00:00Z") })).toMatchObject({ notes: [] });
  });
});
