import { describe, expect, it } from "@jest/globals";
import { createDomain } from "../../domain.js";
import { anImportRow, importFileOf } from "../../testing/builders.js";
import { importPractice } from "../../testing/practices.js";
import type { ImportConnection } from "./import-connection.js";
import type { ImportEnd } from "./import-run.js";
import type { FileLayout, ImportField, ImportFile, ImportRow } from "./source-system.js";

const layout = (fields: readonly ImportField[], unread: FileLayout["unread"] = []): FileLayout => ({
  format: "table",
  facts: [["sheet", "Visits"]],
  columns: [...fields, "status" as const].map((field) => ({ field, heading: `The ${field}` })),
  unread,
});
const complete = layout(["appointmentDate", "mobilePhone", "provider", "patientId"]);
const fileOf = (rows: readonly Partial<ImportRow>[], about: FileLayout): ImportFile => ({
  ...importFileOf(rows),
  layout: () => about,
});

async function practice(connection: Partial<ImportConnection> = {}) {
  const { ports, account } = await importPractice({ connection });
  const { imports } = createDomain(ports);
  return { ports, account, imports };
}

describe("the explanation of an appointment file", () => {
  it("has the words of the file with their meanings, and the keys to add to the connection", async () => {
    const { account, imports, ports } = await practice();
    const rows = [
      anImportRow({ status: "Quirky", location: "Downtown" }),
      anImportRow({ status: "QUIRKY", others: { provider: ["Dr. A"] }, provider: "AQ" }),
      anImportRow({ status: "x Canceled", appointmentDate: "soon" }),
    ];
    const about = layout(["appointmentDate", "provider", "patientId"], [{ heading: "Wirless", meant: "mobilePhone" }]);
    expect(await imports.explain(account, fileOf(rows, about))).toEqual({
      connection: "main",
      format: "table",
      facts: [["sheet", "Visits"]],
      date_order: "month_first",
      time_zone: "UTC",
      rows: 3,
      rows_without_date: 1,
      first_row_without_date: 4,
      columns: [
        { field: "appointment_date", heading: "The appointmentDate" },
        { field: "provider", heading: "The provider" },
        { field: "patient_id", heading: "The patientId" },
        { field: "status", heading: "The status" },
      ],
      unread_headings: [{ heading: "Wirless", did_you_mean: "mobile_phone" }],
      statuses: [
        { status: "Quirky", meaning: "unknown", rows: 2, example_row: 2 },
        { status: "x Canceled", meaning: "cancelled", rows: 1, example_row: 4 },
      ],
      unknown_locations: [{ location: "Downtown", rows: 1, example_row: 2 }],
      unknown_providers: [{ provider: "AQ / Dr. A", rows: 1, example_row: 3 }],
      warnings: [
        'the table has no column for mobile_phone, home_phone, work_phone, email, so no patient can be invited; add "columns": {"mobile_phone":"Wirless"} to the connection, or "columns": {"mobile_phone":null} if there is none',
      ],
      connection_keys: [
        '"columns": {"mobile_phone":"Wirless"}',
        '"statuses": {"Quirky":"<meaning>"}',
        '"location_refs": {"Downtown":"<external id>"}',
        '"provider_refs": {"AQ / Dr. A":"<external id>"}',
      ],
    });
    expect(await ports.storage.read(account, ({ importRuns }) => importRuns.last(account))).toBeUndefined();
  });

  it("uses the references, the statuses and the time zone of the connection", async () => {
    const { account, imports } = await practice({
      locationRefs: { "DOWN town": "L-1" },
      providerRefs: { AQ: "P-10" },
      statuses: { Quirky: "takes_place" },
      timeZone: "Asia/Tokyo" as ImportConnection["timeZone"],
    });
    const row = anImportRow({ status: "Quirky", location: "down TOWN", provider: "aq" });
    expect(await imports.explain(account, fileOf([row], complete))).toMatchObject({
      time_zone: "Asia/Tokyo",
      statuses: [{ meaning: "takes_place" }],
      ...{ unknown_locations: [], unknown_providers: [], warnings: [], connection_keys: [] },
    });
  });
});

describe("a table without a column", () => {
  const rows = [anImportRow()];
  const noContact = layout(["appointmentDate", "provider", "patientId"]);

  it.each([
    ["any contact", noContact, {}],
    ["the provider that the connection requires", layout(["email", "patientId"]), { requireProvider: true }],
  ])("for %s is refused, but a test run only warns", async (_, about, connection) => {
    const { account, imports } = await practice(connection);
    await expect(imports.run(account, fileOf(rows, about))).rejects.toMatchObject({ code: "columns_missing" });
    let end: ImportEnd | undefined;
    await imports.run(account, fileOf(rows, about), { isTest: true, onEnd: (ended) => (end = ended) });
    expect(end?.reading?.warnings).toEqual([expect.stringMatching(/^the table has no column for /)]);
  });

  it("for the patient id is imported with a warning", async () => {
    const { account, imports } = await practice();
    let end: ImportEnd | undefined;
    await imports.run(account, fileOf(rows, layout(["email", "provider"])), { onEnd: (ended) => (end = ended) });
    expect(end?.reading?.warnings).toEqual([
      expect.stringContaining('"columns": {"patient_id":null} if there is none'),
    ]);
  });

  it.each([
    ["the connection sends no invites", noContact, { sendsInvites: false }],
    ["the connection says that there is none", noContact, { columns: { homePhone: null } }],
    ["the file is no table", { format: "HL7 v2", facts: [] }, {}],
  ])("for a contact is imported if %s", async (_, about, connection) => {
    const { account, imports } = await practice(connection);
    expect(await imports.run(account, fileOf(rows, about))).toMatchObject({ rows_processed: 1 });
  });
});

describe("a file with the other order of day and month than its connection", () => {
  const rows = ["5/12/2026", "25/12/2025 9:00", "30.5.2026", "2026-05-30", "12/25/2025"].map((appointmentDate) =>
    anImportRow({ appointmentDate }),
  );
  const about = layout(["appointmentDate", "provider", "patientId", "email", "status"]);

  it.each([
    ["month_first", "the date in row 3 and 1 more must have the day first", "day_first"],
    ["day_first", "the date in row 6 must have the month first", "month_first"],
  ] as const)("is reported if the connection says %s", async (dateOrder, problem, key) => {
    const { account, imports } = await practice({ dateOrder });
    const warning = expect.stringMatching(new RegExp(`^${problem}, .*"date_order": "${key}"`));
    expect((await imports.explain(account, fileOf(rows, about))).warnings).toEqual([warning]);
    let end: ImportEnd | undefined;
    await imports.run(account, fileOf(rows, about), { onEnd: (ended) => (end = ended) });
    expect(end?.reading?.warnings).toEqual([warning]);
  });
});

describe("a time that cannot be read", () => {
  it("is reported, and only the date counts", async () => {
    const { account, imports } = await practice();
    const rows = ["9:00 AM", "13:30 AM", "", "noon", "14:30"].map((appointmentTime, index) =>
      anImportRow({ appointmentId: `A-${index}`, appointmentDate: "5/28/2026", appointmentTime }),
    );
    const file = fileOf(
      rows,
      layout(["appointmentDate", "appointmentTime", "provider", "patientId", "email", "status"]),
    );
    const warning =
      "the time in row 3 and 1 more cannot be read as a time such as 14:30 or 2:30 PM, so only the date counts";
    expect((await imports.explain(account, file)).warnings).toEqual([warning]);
    let end: ImportEnd | undefined;
    expect(await imports.run(account, file, { onEnd: (ended) => (end = ended) })).toMatchObject({
      appointment_captured: 5,
    });
    expect(end?.reading?.warnings).toEqual([warning]);
  });
});

describe("the unknown statuses of a run", () => {
  it("are counted from the stored error rows", async () => {
    const { account, imports } = await practice();
    const other = { appointmentId: "A-2", patientId: "MRN-6", mobilePhone: "801-555-0143", email: "" };
    const run = await imports.run(
      account,
      importFileOf([anImportRow({ status: "Odd" }), anImportRow({ ...other, status: "odd" })]),
    );
    expect(await imports.unknownStatuses(account, run.import_id)).toEqual({
      statuses: [{ status: "Odd", rows: 2, example_row: 2 }],
      key: '"statuses": {"Odd":"<meaning>"}',
    });
  });
});
