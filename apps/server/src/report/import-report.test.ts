import { PassThrough } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import type { ImportErrorItem, ImportErrorRow, ImportRunItem, WithdrawalsOfRun } from "@repute/domain";
import { textFor } from "../terminal/output.js";
import { screenOf } from "../terminal/terminal.js";
import { errorCsv, importSummary } from "./import-outputs.js";
import { importReport, keysOf } from "./import-report.js";
import { earlierReport } from "./report-groups.js";
import { reportPage } from "./report-page.js";

const run: ImportRunItem = {
  import_id: 7,
  rows_processed: 9,
  mismatches: 2,
  warnings: 3,
  errors: { appointments: { location_mismatch: 2 }, invites: { stops: 1, missing_state: 1 } },
  is_test: false,
  appointment_captured: 5,
  new_patients: 4,
  scheduled_invites: 3,
  skipped_appointments: 4,
  skipped_invites: 6,
  start_date: "2026-03-01",
  end_date: "2026-03-02",
  upload_date: "2026-03-03 01:30:00",
};
const none: WithdrawalsOfRun = { rows: 0, statuses: {}, outcomes: {}, invites: 0, restored: 0, named: [] };
const withdrawals = {
  rows: 4,
  statuses: { cancelled: 2, no_show: 2 },
  outcomes: { withdrawn: 1, unknown: 1, other_time: 1, overruled: 1 },
  invites: 1,
  restored: 1,
  named: [
    {
      ...{ row: 2, status: "cancelled", outcome: "withdrawn", appointmentId: 77, invites: 1 },
      ...{ patientName: "Lee, Ann", at: Date.parse("2026-03-02T16:00:00Z"), ref: "A1" },
    },
    {
      ...{ row: 5, status: "no_show", outcome: "unknown", appointmentId: null, invites: 0 },
      ...{ patientName: null, at: null, ref: null },
    },
  ],
} as unknown as WithdrawalsOfRun;
const item: ImportErrorItem = {
  id: 1,
  error_type: "stops",
  error_level: "warning",
  patient_name: "Lee, Ann",
  patient_id: "M1",
  appointment_date: "2026-03-02T16:00:00+00:00",
  location_name: "Ogden",
  provider: "Dr. Bo",
  phone: "+18015550100",
  email: null,
  date_of_birth: "1980-01-02",
  state: "UT",
};
const row = (side: ImportErrorRow["side"], number: number, more: Partial<ImportErrorItem>): ImportErrorRow => ({
  side,
  row: number,
  item: { ...item, ...more },
});
const understood = { statuses: [], key: null };
const resultOf = (run: ImportRunItem, withdrawals: WithdrawalsOfRun = none) => ({
  run,
  withdrawals,
  unknown: understood,
});
const screen = screenOf(new PassThrough(), {});
const summaryOf = (...of: Parameters<typeof importSummary>) => textFor(screen, importSummary(...of));
async function* pages(...rows: readonly ImportErrorRow[]) {
  yield rows;
}
const about = { practice: "Acme", file: "march.csv", timeZone: "America/Denver" };
const reportOf = (rows: readonly ImportErrorRow[], more: Partial<ImportRunItem> = {}) =>
  importReport(resultOf({ ...run, ...more }), pages(...rows), about);
const detailOf = async (match_info: ImportErrorItem["match_info"], more: Partial<ImportErrorItem> = {}) => {
  const { parts } = await reportOf([row("appointments", 2, { ...more, ...(match_info && { match_info }) })]);
  const [group] = parts.flatMap(({ groups }) => groups);
  return group?.rows[0]?.[group.columns.indexOf("Detail")]?.replaceAll("\u202f", " ");
};

describe("importReport", () => {
  it("groups rows by the action that they require", async () => {
    const { parts, charts } = await reportOf([
      row("appointments", 2, {
        error_type: "location_mismatch",
        error_level: "error",
        match_info: { field: "location", value: "Odgen" },
      }),
      row("appointments", 3, {
        error_type: "location_mismatch",
        error_level: "error",
        match_info: { field: "location", value: "Odgen" },
      }),
      row("appointments", 4, { error_type: "missing_state", error_level: "warning" }),
      row("invites", 4, { error_type: "missing_state", error_level: "error" }),
      row("invites", 5, {}),
    ]);
    expect(parts.map(({ title, groups }) => [title, groups.map(({ id, count }) => [id, count])])).toEqual([
      [
        "To correct",
        [
          ["correct-appointments-location-mismatch", 2],
          ["correct-invites-missing-state", 1],
        ],
      ],
      ["To check", [["check-appointments-missing-state", 1]]],
      ["No action needed", [["nothing-invites-stops", 1]]],
    ]);
    expect(parts[0]?.groups[0]?.values).toEqual([["Odgen", 2]]);
    expect(charts.map(({ bars }) => bars.map(({ target, count }) => [target, count]))).toEqual([
      [
        ["correct-appointments-location-mismatch", 2],
        ["check-appointments-missing-state", 1],
      ],
      [
        ["correct-invites-missing-state", 1],
        ["nothing-invites-stops", 1],
      ],
    ]);
  });

  it("has a section about canceled and moved appointments, with rows to which no rule applied", async () => {
    const { parts } = await importReport(resultOf(run, withdrawals), pages(), about);
    const part = parts.at(-1);
    expect(part).toMatchObject({
      title: "Canceled and rescheduled appointments",
      counts: [
        ["Canceled", 2],
        ["No-show", 2],
        ["Appointment updated", 1],
        ["No change: the appointment was never imported", 1],
        ["No change: the stored appointment has another time", 1],
        ["No change: a later row of the file replaces this row", 1],
        ["Invites withdrawn", 1],
        ["Appointments restored", 1],
      ],
    });
    expect(part?.groups[0]?.rows.map((cells) => cells.map((cell) => cell.replaceAll("\u202f", " ")))).toEqual([
      ["2", "Lee, Ann", "Mar 2, 2026, 9:00 AM", "A1", "Canceled", "Appointment updated, invite withdrawn"],
      ["5", "", "", "", "No-show", "No change: the appointment was never imported"],
    ]);
    expect(reportPage(await importReport(resultOf(run, withdrawals), pages(), about))).toMatch(
      /Only the first 2 rows are shown\. The counts above include all rows\./,
    );
  });

  it("lists appointments that may take place separately, because they count as rows processed", async () => {
    const named = withdrawals.named.map((one, index) => (index === 1 ? { ...one, status: "unknown" as const } : one));
    const open = { ...withdrawals, statuses: { cancelled: 2, unknown: 1 }, named };
    const { parts } = await importReport(resultOf(run, open), pages(), about);
    const groups = parts
      .at(-1)
      ?.groups.map(({ id, count, rows, advice }) => ({ id, count, rows: rows.length, advice }));
    expect(groups).toEqual([
      { id: "withdrawals", count: 2, rows: 1, advice: expect.stringContaining("not counted as rows processed") },
      { id: "open", count: 1, rows: 1, advice: expect.stringContaining("also counted as rows processed") },
    ]);
  });

  it("says what would happen after a test import", async () => {
    const test = { ...run, is_test: true };
    const report = await importReport(resultOf(test, withdrawals), pages(row("invites", 2, {})), about);
    const page = reportPage(report);
    expect(report.parts.at(-1)?.groups[0]?.rows[0]?.at(-1)).toBe(
      "Appointment would be updated, invite would be withdrawn",
    );
    const texts = [page, summaryOf(test, withdrawals, 1)];
    for (const text of texts) {
      expect(text).not.toMatch(/appointments? (updated|captured|imported|restored)|invites? (scheduled|withdrawn)\b/i);
    }
    expect(texts[1]).toMatch(/^appointments to capture +5$[^]*^invites to schedule +3$/m);
    expect(texts[1]).toMatch(/^appointment would be updated +1$[^]*^invites to withdraw +1$/m);
  });

  it("omits this section without canceled or moved appointments", async () => {
    expect((await reportOf([])).parts.map(({ title }) => title)).not.toContain("Canceled and rescheduled appointments");
  });

  it("does not promise that a corrected date is imported with the next file", async () => {
    const date = { error_type: "appointment_date", error_level: "error" } as const;
    const { parts } = await reportOf([row("appointments", 2, date)]);
    expect(parts[0]?.groups[0]?.advice).toMatch(
      /Then send a file that contains the appointment\. Appointments outside the date range of your imports are skipped\.$/,
    );
    expect(parts[0]?.groups[0]?.advice).not.toMatch(/next file/);
  });

  it("distinguishes unreadable rows from unreadable dates", async () => {
    const date = { error_type: "appointment_date", error_level: "error" } as const;
    const { parts } = await reportOf([
      row("appointments", 2, { ...date, match_info: { field: "appointment_date", value: "next week" } }),
      row("appointments", 3, { ...date, match_info: { field: "row", value: "has 9 cells, expected 8" } }),
    ]);
    expect(parts[0]?.groups.map(({ title, rows }) => [title, rows[0]?.at(-1)])).toEqual([
      ["Appointment date missing or unreadable", "next week"],
      ["Row unreadable", "has 9 cells, expected 8"],
    ]);
  });

  it.each<[ImportErrorItem["match_info"], string | undefined]>([
    [{ superseded_by_row: 8 }, "replaced by row 8"],
    [{ existing_row: 8, existing_date: "2026-03-02" }, "see row 8"],
    [{ existing_id: 5, existing_date: "2026-03-02T16:00:00+00:00" }, "already imported: Mar 2, 2026, 9:00 AM"],
    [{ contact: "+18015550100", since: null }, "+18015550100"],
    [{ contact: "+18015550100", since: "2026-01-02T16:00:00+00:00" }, "+18015550100, since Jan 2, 2026, 9:00 AM"],
    [{ allowed_from: "2026-02-17", allowed_to: "2026-03-03" }, "imported dates: Feb 17, 2026 to Mar 3, 2026"],
    [{ field: "appointment_date", value: "" }, "empty"],
    [{ field: "provider", value: "Dr. No" }, undefined],
    [undefined, undefined],
  ])("describes %j as %j", async (info, detail) => {
    expect(await detailOf(info)).toBe(detail);
  });

  it.each(["duplicate_invite", "invite_day_rule"] as const)(
    "shows the time of the other invite for %s",
    async (type) => {
      const info = { existing_id: 5, existing_date: "2026-03-02T16:00:00+00:00" };
      expect(await detailOf(info, { error_type: type })).toBe("other invite: Mar 2, 2026, 9:00 AM");
    },
  );

  it("uses the account's time zone, and names the account and the file", async () => {
    const { title, subtitle, notice } = await reportOf([row("invites", 2, {})], {
      errors: { appointments: {}, invites: { stops: 1 } },
    });
    expect([title, notice]).toEqual(["Appointment import 7", undefined]);
    expect(subtitle.replaceAll("\u202f", " ")).toBe(
      "Acme. File march.csv, uploaded Mar 2, 2026, 6:30 PM. Appointments from Mar 1, 2026 to Mar 2, 2026.",
    );
  });

  it("mentions a test import and an import without problems", async () => {
    expect((await reportOf([], { is_test: true })).notice).toMatch(/^This was a test/);
    expect((await reportOf([], { errors: { appointments: {}, invites: {} } })).notice).toMatch(
      /^No problems were found/,
    );
  });
});

describe("errorCsv", () => {
  it("has one row per error and is safe for spreadsheets", async () => {
    const hostile = {
      patient_name: '=HYPERLINK("x")',
      provider: "Bo, Cy\nMD",
      match_info: { since: null, contact: "@b" },
    };
    let text = "";
    for await (const part of errorCsv(pages(row("invites", 5, hostile)), "America/Denver")) text += part;
    expect(text.split("\r\n")).toEqual([
      "\ufeffid,side,row,error_type,error_level,patient_name,patient_id,appointment_date,location_name,provider,phone,email,date_of_birth,state,match_info",
      `1,invites,5,stops,warning,"'=HYPERLINK(""x"")",M1,2026-03-02 09:00,Ogden,"Bo, Cy MD",'+18015550100,,1980-01-02,UT,"{""since"":null,""contact"":""@b""}"`,
      "",
    ]);
  });
});

describe("the sums of an import", () => {
  const sumsOf = async (more: Partial<ImportRunItem>) => (await reportOf([], more)).sums;
  it("add up the rows and the appointments", async () => {
    expect(await sumsOf({})).toEqual([
      "9 rows = 5 imported + 4 skipped.",
      "5 appointments = 3 with an invite + 2 without.",
    ]);
    expect(await sumsOf({ is_test: true })).toContain("9 rows = 5 to import + 4 skipped.");
  });

  it("mention only what the connection does", async () => {
    expect(await sumsOf({ scheduled_invites: 0, skipped_invites: 0 })).toEqual(["9 rows = 5 imported + 4 skipped."]);
    const invitesOnly = { appointment_captured: 0, skipped_appointments: 0 };
    expect(await sumsOf(invitesOnly)).toEqual(["9 rows = 3 with an invite + 6 without."]);
    expect(await sumsOf({ rows_processed: 0 })).toEqual([]);
  });

  it("count the rows that are new since the last import", async () => {
    const open = { error_type: "missing_contact", error_level: "error" } as const;
    const rows = [
      row("invites", 2, open),
      row("invites", 3, { ...open, patient_id: "M2" }),
      row("appointments", 3, {}),
    ];
    const before = await earlierReport("import 6", pages(row("invites", 9, open)), keysOf);
    const { sums, parts } = await importReport(resultOf(run, none), pages(...rows), about, before);
    expect(sums.at(-1)).toBe("2 findings to correct or check = 1 new + 1 also in import 6.");
    const groups = parts.flatMap(({ groups }) => groups);
    expect(groups.map(({ count, fresh }) => [count, fresh])).toEqual([
      [2, 1],
      [1, 1],
    ]);
    const news = groups.map(({ columns, rows }) => rows.map((cells) => cells[columns.indexOf("New")]));
    expect(news).toEqual([["", "new"], ["new"]]);
  });

  it("explain why a chart counts more reasons than rows", async () => {
    const location = { error_type: "location_mismatch", error_level: "error" } as const;
    const provider = { error_type: "provider_mismatch", error_level: "error" } as const;
    const rows = [row("appointments", 2, location), row("appointments", 2, provider), row("appointments", 3, provider)];
    const { charts } = await reportOf([...rows, row("invites", 2, {}), row("invites", 3, {})]);
    expect(charts.map(({ note }) => note)).toEqual([
      "3 reasons for 2 rows, because some rows have several.",
      undefined,
    ]);
  });

  it("count the findings of each section, with the title of the section", async () => {
    const rows = [row("invites", 2, { error_type: "missing_contact", error_level: "error" }), row("invites", 3, {})];
    const report = await reportOf(rows);
    expect(report.counts.slice(-2)).toEqual([
      ["To correct", 1],
      ["To check", 0],
    ]);
    expect(reportPage(report).replace(/\s+/g, " ")).toContain('To correct <span class="count">1 finding</span>');
  });

  it("warn if some rows are no longer stored", async () => {
    expect((await reportOf([row("invites", 2, {})])).notice).toMatch(/^Some rows with problems are no longer stored/);
  });
});

describe("importSummary", () => {
  it("has the counters, and the errors by side and type", () => {
    expect(summaryOf(run, none, 0)).toMatch(
      /^import 7 +count\nrows processed +9\n[^]*\n\nside +error type +rows\nappointments +location_mismatch +2\n/,
    );
    expect(summaryOf({ ...run, is_test: true, errors: { appointments: {}, invites: {} } }, none, 0)).toMatch(
      /^test import 7 [^]*last day +2026-03-02$/,
    );
  });

  it("counts canceled and moved appointments", () => {
    expect(summaryOf(run, withdrawals, 0)).toMatch(
      /\n\ncanceled and rescheduled appointments +count\ncanceled +2\n[^]*\ninvites withdrawn +1\nappointments restored +1$/,
    );
  });

  it("counts rows about erased people", () => {
    expect(summaryOf(run, none, 0)).not.toContain("erased");
    expect(summaryOf(run, none, 3)).toMatch(/\nlast day [^]*\nrows about erased people, dropped +3\n/);
  });
});
