import { describe, expect, it } from "@jest/globals";
import { invalid } from "../../foundation/kernel/domain-error.js";
import { createDomain } from "../../domain.js";
import type { PatientFileId } from "../../foundation/kernel/ids.js";
import { hour, minute, plus } from "../../foundation/kernel/times.js";
import { at, patientFileOf, patientTexts } from "../../testing/builders.js";
import { patientPractice } from "../../testing/practices.js";
import { cleanUp } from "../../workflows/nightly/clean-up.js";
import type { ParseProgress } from "./parse-patient-file.js";
import { parseSampleMonth, type PatientSource } from "./patient-rows.js";

const child = { date_of_birth: "2012-05-01" };
const patients = (count: number, texts = child) =>
  Array.from({ length: count }, (_, index) => ({
    texts: patientTexts("OASCAHPS", { patient_id: `M-${index}`, visit_id: `V-${index}`, phone: "", ...texts }),
  }));
const file = (count: number, size = 1_000) => patientFileOf("OASCAHPS", patients(count), size);
const damaged: PatientSource = {
  type: "HCAHPS",
  async *read() {
    throw invalid("file_unreadable", "cannot read the table: it is empty");
  },
};

/** Creates a file that runs `between` before each part of the second reading. */
function watched(count: number, between: (part: number) => Promise<void>): PatientSource {
  let readings = 0;
  const { type, read } = file(count, 1);
  return {
    type,
    async *read() {
      readings += 1;
      let part = 0;
      for await (const rows of read()) {
        yield rows;
        if (readings === 2) await between((part += 1));
      }
    },
  };
}

describe("parsing a patient file", () => {
  it("stores the file with its counts and the rows with findings", async () => {
    const { parse, files, warningsOf } = await patientPractice();
    const rows = [...patients(2), ...patients(1, { ...child, date_of_birth: "1980-05-01" })];
    const { item, month, counts } = await parse(patientFileOf("OASCAHPS", rows, 1), { isTest: true });
    expect(item).toMatchObject({ file_id: 1, download_status: "Done", total_patients: 3, warnings_count: 3 });
    expect([item.is_test, month]).toEqual([true, "2026-05"]);
    expect(counts).toEqual({
      ...{ warnings: 3, eligible: 0 },
      defectsByCode: { under_18: 2, duplicate_visit: 1, duplicate_patient: 1 },
      ...{ warningsByCode: {}, eligibleByGroup: {} },
    });
    expect(await files()).toEqual([item]);
    const [first] = await warningsOf(1);
    expect(first).toMatchObject({ id: 1_000_002, patient_id: "M-0", location_name: "Main Street" });
  });

  it("combines all findings of a row in one note and omits empty parts", async () => {
    const { parse, warningsOf } = await patientPractice();
    const texts = patientTexts("OASCAHPS", { ...child, sex: "X9", location_name: "", location_code: "L-1" });
    await parse(patientFileOf("OASCAHPS", [{ texts, others: [["Ward", "7"]] }]));
    const note = "Patient was 14 on the date of service; sex not recognised: X9";
    const [warning] = await warningsOf(1);
    expect(warning).toMatchObject({
      ...{ row_note: note, location_name: "L-1", patient_info: { ...texts, Ward: "7" } },
      notes: {
        discovered_defects: [{ code: "under_18", field: "date_of_birth" }],
        warnings: [{ code: "unknown_sex", field: "sex" }],
        notes_string: note,
      },
    });
    expect(Object.keys((await warningsOf(1))[0]?.notes ?? {})).toHaveLength(3);
  });

  it("counts eligible patients by category", async () => {
    const { parse } = await patientPractice();
    const surgeries = ["45378", "20610", "66984", "10004", ""].map((code, index) => ({
      texts: patientTexts("OASCAHPS", { procedure_code_1: code, patient_id: `M-${index}`, visit_id: `V-${index}` }),
    }));
    expect((await parse(patientFileOf("OASCAHPS", surgeries))).counts.eligibleByGroup).toEqual({
      ...{ "1 digestive": 1, "2 bones and joints": 1, "3 eye": 1, "4 other": 1, "5 no code": 1 },
    });
    const stays = ["768", "291", ""].map((drg, index) => ({
      texts: patientTexts("HCAHPS", { ms_drg: drg, patient_id: `M-${index}`, visit_id: `V-${index}` }),
    }));
    expect((await parse(patientFileOf("HCAHPS", stays))).counts.eligibleByGroup).toEqual({
      ...{ Maternity: 1, "Medical and Surgical": 1, "no MS-DRG": 1 },
    });
  });

  it("compares rows with the specified month", async () => {
    const { judge } = await patientPractice();
    const month = parseSampleMonth("2026-04");
    expect(await judge("OASCAHPS", [{}], month && { month })).toEqual([
      "2 defect out_of_sample_month service_date: 2026-05-10 is outside sample month 2026-04",
    ]);
    expect(["2026-4", "2026-13", "04/2026", ""].map(parseSampleMonth)).toEqual(Array(4).fill(undefined));
  });

  it("compares rows with the upload date", async () => {
    const { judge, files } = await patientPractice();
    const findings = await judge("OASCAHPS", [{}], { uploadedAt: at("2026-05-09T23:59:59Z") });
    expect(findings).toEqual(["2 defect future_date service_date: service_date is in the future"]);
    expect(await files()).toMatchObject([{ created_at: "2026-05-09T23:59:59+00:00" }]);
  });

  it("reports its progress", async () => {
    const { parse } = await patientPractice();
    const seen: ParseProgress[] = [];
    await parse(file(3, 2), { onProgress: (progress) => seen.push(progress) });
    expect(seen).toEqual([
      { phase: "reading", rows: 2 },
      { phase: "reading", rows: 3 },
      { phase: "checking", rows: 2, of: 3 },
      { phase: "checking", rows: 3, of: 3 },
    ]);
  });

  it("truncates long strings and removes characters that cannot be stored", async () => {
    const { parse, warningsOf } = await patientPractice();
    const texts = patientTexts("OASCAHPS", { ...child, first_name: `A\0\ud800${"n".repeat(600)}` });
    await parse(patientFileOf("OASCAHPS", [{ texts }]));
    const name = (await warningsOf(1))[0]?.patient_info["first_name"] ?? "";
    expect([name.length, name.slice(0, 3), name.at(-1)]).toEqual([500, "A\ufffdn", "…"]);
  });
});

describe("a file that cannot be parsed", () => {
  it("is listed as failed, and the error is thrown", async () => {
    const { parse, files, ports, account } = await patientPractice();
    await expect(parse(damaged)).rejects.toMatchObject({ message: "cannot read the table: it is empty" });
    expect(await files()).toMatchObject([{ file_id: 1, download_status: "Failed", total_patients: 0 }]);
    const stored = await ports.storage.read(account, ({ patientFiles }) =>
      patientFiles.byId(account, 1 as PatientFileId),
    );
    expect(stored?.failure).toBe("cannot read the table: it is empty");
  });

  it("leaves no findings of rows that were judged", async () => {
    const { parse, files, warningsOf, ports, account } = await patientPractice();
    const breaks = watched(3, (part) => (part < 3 ? Promise.resolve() : Promise.reject(new Error("gone"))));
    await expect(parse(breaks)).rejects.toThrow("gone");
    expect(await files()).toMatchObject([{ download_status: "Failed", warnings_count: 0 }]);
    expect(await warningsOf(1)).toEqual([]);
    const page = { file: 1 as PatientFileId, after: 0, limit: 10 };
    expect(await ports.storage.read(account, ({ patientWarnings }) => patientWarnings.page(account, page))).toEqual([]);
  });

  it("does not block other files", async () => {
    const { parse, files } = await patientPractice();
    await parse(damaged).catch(() => undefined);
    await parse(file(1));
    expect((await files()).map(({ file_id: id, download_status: status }) => [id, status])).toEqual([
      [2, "Done"],
      [1, "Failed"],
    ]);
  });
});

describe("a file whose process ended", () => {
  /** Leaves a file as a killed process does: parsing never continues. */
  async function abandoned() {
    const practice = await patientPractice();
    const reached = new Promise<void>((resolve) => {
      void practice.parse(watched(3, (part) => (part < 3 ? Promise.resolve() : new Promise(() => resolve()))));
    });
    await reached;
    return practice;
  }

  it("is Started without warnings, and Failed three minutes after the last heartbeat", async () => {
    const { files, warningsOf, clock } = await abandoned();
    expect(await files()).toMatchObject([{ download_status: "Started", total_patients: 0, warnings_count: 0 }]);
    expect(await warningsOf(1)).toEqual([]);
    clock.set(plus(clock(), 3 * minute));
    expect(await files()).toMatchObject([{ download_status: "Started" }]);
    clock.set(plus(clock(), minute));
    expect(await files()).toMatchObject([{ download_status: "Failed" }]);
  });

  it.each(["the next file", "the nightly cleanup", "a running server"])("is marked as failed by %s", async (by) => {
    const { ports, parse, account, clock } = await abandoned();
    clock.set(plus(clock(), hour));
    if (by === "the next file") await parse(file(1));
    else if (by === "the nightly cleanup") await cleanUp(ports)(clock());
    else await createDomain(ports).bundle.finish();
    await ports.storage.read(account, async ({ patientFiles, patientWarnings }) => {
      expect(await patientFiles.byId(account, 1 as PatientFileId)).toMatchObject({
        status: "Failed",
        failure: "the process that parsed this file ended before it finished; parse the file again",
      });
      expect(await patientWarnings.page(account, { file: 1 as PatientFileId, after: 0, limit: 10 })).toEqual([]);
    });
  });

  it("stays failed even if its process resumes", async () => {
    const { parse, files, clock, warningsOf } = await patientPractice();
    const sleeps = watched(3, async (part) => {
      if (part !== 3) return;
      clock.set(plus(clock(), hour));
      await parse(file(1));
    });
    await expect(parse(sleeps)).rejects.toMatchObject({ code: "file_interrupted" });
    expect((await files()).map(({ download_status: status }) => status)).toEqual(["Done", "Failed"]);
    expect(await warningsOf(1)).toEqual([]);
  });

  it("stays alive while parsing continues, for any length of time", async () => {
    const { parse, clock, files } = await patientPractice();
    const slow = watched(40, async () => clock.set(plus(clock(), 2 * minute)));
    await parse(slow);
    expect(await files()).toMatchObject([{ download_status: "Done", total_patients: 40 }]);
  });
});
