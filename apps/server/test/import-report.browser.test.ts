import { expect, it } from "@jest/globals";
import {
  type ImportErrorRow,
  type ImportErrorType,
  importErrorTypes,
  type ImportRunItem,
  type WithdrawalsOfRun,
} from "@repute/domain";
import { importReport } from "../src/report/import-report.js";
import { describeReport } from "./support/report-in-browser.js";

const run: ImportRunItem = {
  ...{ import_id: 12, rows_processed: 420, mismatches: 60, warnings: 200, is_test: false },
  ...{
    appointment_captured: 300,
    new_patients: 40,
    scheduled_invites: 10,
    skipped_appointments: 120,
    skipped_invites: 410,
  },
  ...{ start_date: "2026-03-01", end_date: "2026-03-02", upload_date: "2026-03-03 01:30:00" },
  errors: { appointments: {}, invites: {} },
};
const none: WithdrawalsOfRun = { rows: 0, statuses: {}, outcomes: {}, invites: 0, restored: 0, named: [] };
const long = "Averylongnamewithoutanyspaces".repeat(4);
const rowOf = (error_type: ImportErrorType, row: number): ImportErrorRow => ({
  side: row % 2 === 0 ? "appointments" : "invites",
  row,
  item: {
    ...{ id: row, error_type, error_level: row % 3 === 0 ? "error" : "warning" },
    ...{ patient_name: `${long}, <script>alert(${row})</script>`, patient_id: "MRN-1" },
    ...{ appointment_date: "2026-03-02T16:00:00+00:00", location_name: long, provider: "Dr. Bo" },
    ...{ phone: null, email: null, date_of_birth: null, state: null },
    match_info: { field: "location", value: `${long} ${row % 7}` },
  },
});

const report = () => {
  const rows = importErrorTypes.flatMap((type) => Array.from({ length: 30 }, (_, row) => rowOf(type, row + 2)));
  const pages = (async function* () {
    yield rows;
  })();
  const result = { run, withdrawals: none, unknown: { statuses: [], key: null } };
  return importReport(result, pages, { practice: "Acme", file: `${long}.csv`, timeZone: "America/Denver" });
};

describeReport("the report of an import in a browser", report, (open) => {
  it("has tables with headings for screen readers, also on a phone", async () => {
    const page = await open(375);
    const table = page.getByRole("table", { name: "Location not recognized" }).first();
    expect(await table.getByRole("columnheader").allInnerTexts()).toEqual([
      "Row",
      "Patient",
      "Patient ID",
      "Appointment",
      "Location",
      "Provider",
    ]);
    expect(await table.getByRole("row").nth(1).getByRole("cell").count()).toBe(5);
    const headings = await page.getByRole("heading", { level: 2 }).allInnerTexts();
    const titles = ["To correct", "To check", "No action needed"];
    expect(headings).toEqual(titles.map((title) => expect.stringMatching(new RegExp(`^${title} +[\\d,]+ findings$`))));
    await page.close();
  });

  it("links each bar to the rows that it counts", async () => {
    const page = await open(1_280);
    await page.getByRole("link", { name: "Provider not recognized" }).first().click();
    const [, id] = new URL(page.url()).hash.split("#");
    expect(await page.locator(`[id="${id}"]`).getByRole("heading").innerText()).toMatch(/^Provider not recognized/);
    await page.close();
  });
});
