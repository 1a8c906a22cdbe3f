import { expect, it } from "@jest/globals";
import type { ParsedPatientFile, PatientWarningItem, SampleMonth } from "@repute/domain";
import { patientReport } from "../src/report/patient-report.js";
import { describeReport } from "./support/report-in-browser.js";

const defects = ["missing_required_field", "invalid_date", "under_18", "unknown_location", "no_eligible_procedure"];
const warnings = ["invalid_phone", "shared_phone", "unknown_sex", "placeholder_name", "column_count"];
const countsOf = (codes: readonly string[]) => Object.fromEntries(codes.map((code) => [code, 12]));

const parsed: ParsedPatientFile = {
  sample: { files: 1, visits: 5, eligible: 4 },
  item: {
    ...{ file_id: 7, integration_connection: null, file_transform: null, download_status: "Done", is_test: false },
    ...{ cahps_type: "OASCAHPS", total_patients: 420, warnings_count: 60 },
    ...{ created_at: "2026-06-01T06:00:00+00:00", created_by: "system" },
  },
  earlier: null,
  suppressed: 0,
  month: "2026-05" as SampleMonth,
  headings: {},
  counts: {
    ...{ warnings: 60, eligible: 360, eligibleByGroup: { "3 eye": 360 } },
    ...{ defectsByCode: countsOf(defects), warningsByCode: countsOf(warnings) },
  },
};

const long = "Averylongnamewithoutanyspaces".repeat(4);

function warningOf(index: number): PatientWarningItem {
  const row = index + 2;
  const finding = (codes: readonly string[]) => ({
    code: codes[index % codes.length] ?? "",
    field: index % 2 === 0 ? ("location_name" as const) : null,
    text: `Not as expected: ${long}`,
  });
  return {
    ...{ id: 7_000_000 + row, patient_id: `MRN-${row}`, location_name: long, row_note: "Not as expected" },
    patient_info: {
      first_name: "<script>alert(1)</script>",
      last_name: long,
      service_date: "5/10/2026",
      visit_id: "V1",
    },
    notes: { discovered_defects: [finding(defects)], warnings: [finding(warnings)], notes_string: "Not as expected" },
  };
}

const report = () => {
  const pages = (async function* () {
    yield Array.from({ length: 60 }, (_, index) => warningOf(index));
  })();
  return patientReport(parsed, pages, { practice: "Acme", file: `${long}.csv`, timeZone: "America/Denver" });
};

describeReport("the report of a patient file in a browser", report, (open) => {
  it("has tables with headings for screen readers, also on a phone", async () => {
    const page = await open(375);
    const table = page.getByRole("table").last();
    expect(await table.getByRole("columnheader").allInnerTexts()).toEqual(
      expect.arrayContaining(["Row", "Patient", "Patient ID", "Date"]),
    );
    expect(await table.getByRole("row").count()).toBeGreaterThan(1);
    expect(await page.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual(
      ["To correct", "To check", "No action needed"].map((title) =>
        expect.stringMatching(`^${title}\\s+[\\d,]+ findings$`),
      ),
    );
    await page.close();
  });

  it("links each bar to the rows that it counts", async () => {
    const page = await open(1_280);
    const link = page.locator('a[href^="#"]').first();
    const target = (await link.getAttribute("href")) ?? "";
    await link.click();
    expect(new URL(page.url()).hash).toBe(target);
    expect(
      await page
        .locator(`[id="${target.slice(1)}"]`)
        .getByRole("heading")
        .count(),
    ).toBe(1);
    await page.close();
  });
});
