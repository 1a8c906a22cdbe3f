import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "@jest/globals";
import type { ImportRunItem } from "@repute/domain";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const practice = [
  { kind: "location", id: 1, location_name: "Ogden", external_location_ids: ["OG-1"] },
  { kind: "location", id: 2, location_name: "Provo", external_location_ids: [] },
  { kind: "provider", id: 5, name: "Dr. Cy Bo", npi: "1234567893", external_provider_ids: [] },
  { kind: "import_connection", name: "ehr" },
];
const heading = "Appointment ID;MRN;Patient Name;Mobile;Email;DOS;Time;Facility;Doctor;Status";
const ann = `A1;M1;"Lee, Ann";(801) 555-0100;ann@example.com;3/2/2026;2:30 PM;og-1;"Bo, Cy";Completed`;
const noContact = "A2;M2;Ed Ott;;;2026-03-02;;Provo;1234567893;";
const unknownPlace = `A3;M3;=1+1;801-555-0101;;2026-03-02;;"Odgen";;`;
const cancelled = "A4;M4;Jo Ray;801-555-0102;;2026-03-02;;Provo;;Cancelled";
const table = [heading, ann, noContact, unknownPlace, cancelled, ""].join("\n");
const importing = ["import-appointments", "--account", "acme", "--uploaded-at", "2026-03-03"];

async function prepare({ env, bundle }: ReturnType<ReturnType<typeof freshWorkspace>>): Promise<void> {
  await reputeJson(["account", "create", "--key", "acme", "--name", "Acme", "--time-zone", "America/Denver"], env);
  await reputeJson(["load", "--account", "acme", await bundle(practice)], env);
}

describe.each(engines)("repute import-appointments on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const written = async (name: string, content: string | Buffer) => {
    const file = join(workspace().folder, name);
    await writeFile(file, content);
    return file;
  };
  beforeEach(() => prepare(workspace()));

  it("writes the report and the error rows of a stored run again, and says what is new since the run before", async () => {
    const { env, folder } = workspace();
    const [report, again, csv] = ["report.html", "again.html", "again.csv"].map((name) => join(folder, name));
    await reputeJson([...importing, await written("march.csv", Buffer.from(table, "latin1"))], env);
    await reputeJson([...importing, "--test", await written("test.csv", Buffer.from(table, "latin1"))], env);
    const next = Buffer.from(table.replace("M2", "M9"), "latin1");
    await reputeJson([...importing, "--report", `${report}`, await written("april.csv", next)], env);
    const show = ["imports", "show", "--account", "acme", "--id"];
    const files = ["--report", `${again}`, "--errors", `${csv}`];
    expect(await repute([...show, "3", ...files], { env })).toMatchObject({
      code: 0,
      stderr: `Wrote ${csv}\nWrote ${again}\n`,
    });
    const page = await readFile(`${again}`, "utf8");
    // The list of invites has no row numbers if it is read from the database.
    const withoutInvites = (html: string) => html.replace(/<h2>\s*Planned invites[^]*(?=<h2>\s*Canceled)/, "");
    expect(page).toContain("Planned invites, by location");
    expect(withoutInvites(page)).toBe(withoutInvites(await readFile(`${report}`, "utf8")));
    expect(page.match(/(?<=<p class="sum">)[^<]+/g)).toEqual([
      "3 rows = 0 imported + 3 skipped.",
      "1 finding to correct or check = 0 new + 1 also in import 1.",
    ]);
    expect((await readFile(`${csv}`, "utf8")).split("\r\n").length).toBeGreaterThan(2);

    const bad = [...importing, await written("bad.csv", "nothing")];
    expect((await repute(bad, { env })).code).toBe(1);
    expect(await repute([...show, "4", "--errors", `${csv}`], { env })).toMatchObject({
      code: 1,
      stderr: "error: Attempt 4 has no error rows, because it did not store an import.\n",
    });
    expect(await readdir(folder)).not.toContain("again.csv");
    expect((await repute([...show, "4", "--report", `${again}`], { env })).code).toBe(0);
    expect(await readFile(`${again}`, "utf8")).toContain("Import attempt 4 failed");
  });

  it("stores and reports a run with its appointments and error rows", async () => {
    const { env, folder, serve } = workspace();
    const [errors, report] = [join(folder, "errors.csv"), join(folder, "report.html")];
    const file = await written("march.csv", Buffer.from(table, "latin1"));
    const run = await reputeJson([...importing, "--errors", errors, "--report", report, file], env);
    expect(run).toEqual({
      import_id: 1,
      rows_processed: 3,
      mismatches: 1,
      warnings: 0,
      errors: { appointments: { location_mismatch: 1 }, invites: { missing_contact: 1 } },
      is_test: false,
      appointment_captured: 2,
      new_patients: 2,
      scheduled_invites: 1,
      skipped_appointments: 1,
      skipped_invites: 2,
      start_date: "2026-03-02",
      end_date: "2026-03-02",
      upload_date: "2026-03-03 07:00:00",
      ...{ unknown_statuses: [], unread_headings: [], connection_keys: [], file_warnings: [] },
      withdrawals: {
        ...{ rows: 1, statuses: { cancelled: 1 }, outcomes: { unknown: 1 } },
        ...{ invites_withdrawn: 0, appointments_restored: 0 },
        named: [
          {
            ...{ row: 5, status: "cancelled", outcome: "unknown", appointment_id: null },
            ...{ external_appointment_id: "A4", appointment_date: "2026-03-02", patient_name: "Jo Ray" },
            invites_withdrawn: 0,
          },
        ],
      },
      suppressed: 0,
      attempt_id: 1,
      imported_before: null,
      invites: {
        by_location: [
          { location: "Ogden", planned_invites: 1, rows_without_invite: 0 },
          { location: "Provo", planned_invites: 0, rows_without_invite: 2 },
          { location: "Unknown location", planned_invites: 0, rows_without_invite: 1 },
        ],
        reasons: [
          { reason: "No usable phone or email", rows: 1 },
          { reason: "Canceled", rows: 1 },
          { reason: "Location not recognized", rows: 1 },
        ],
      },
      errors_file: errors,
      report,
    });
    expect((await readFile(errors, "utf8")).split("\r\n").slice(1)).toEqual([
      expect.stringMatching(/^\d+,invites,3,missing_contact,error,Ed Ott,M2,2026-03-02,Provo,1234567893,,,,,$/),
      expect.stringMatching(
        /^\d+,appointments,4,location_mismatch,error,'=1\+1,M3,2026-03-02,Odgen,"",'\+18015550101,/,
      ),
      "",
    ]);
    expect(await readFile(report, "utf8")).toMatch(
      /<title>Appointment import 1<\/title>[^]*march\.csv[^]*Odgen<\/b> 1 row/,
    );
    expect((await stat(report)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);

    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const { baseUrl } = await serve();
    expect(await items(baseUrl, "/v2/integration-imports", token)).toMatchObject([{ import_id: 1, rows_processed: 3 }]);
    expect(await items(baseUrl, "/v2/invites?limit=5", token)).toMatchObject([{ customer_name: "Lee, Ann" }]);
  });

  it("lists who will be invited before and after the import, and the reason for each other row", async () => {
    const { env, folder } = workspace();
    const [before, after, stored, report] = ["before.csv", "after.csv", "stored.csv", "report.html"].map((name) =>
      join(folder, name),
    ) as [string, string, string, string];
    const file = await written("march.csv", Buffer.from(table, "latin1"));
    const tested = await repute([...importing, "--test", "--invites", before, "--report", report, file], { env });
    expect(tested.stdout).toMatch(/^Ogden: planned invites, times in America\/Denver$/m);
    expect(tested.stdout).toMatch(/^3 +Ed Ott +M2 +Mar 2, 2026 +No usable phone or email$/m);
    expect(await readFile(report, "utf8")).toMatch(
      /Planned invites, by location[^]*Ogden[^]*Mar 3, 2026, 12:00\sAM[^]*\+18015550100/,
    );
    const lines = async (name: string) => (await readFile(name, "utf8")).split("\r\n").slice(1, -1);
    const uninvited = [
      "3,Provo,Ed Ott,M2,2026-03-02,,,,,No usable phone or email",
      "4,,'=1+1,M3,2026-03-02,,,,,Location not recognized",
      "5,Provo,Jo Ray,M4,2026-03-02,,,,,Canceled",
    ];
    const ann = '2,Ogden,"Lee, Ann",M1,2026-03-02 14:30,2026-03-03 00:00,sms,\'+18015550100,,';
    expect(await lines(before)).toEqual([ann, ...uninvited]);
    expect((await stat(before)).mode & 0o777).toBe(0o600);

    const imported = await repute([...importing, "--invites", after, file], { env });
    expect(imported.stdout).toMatch(/^Provo +0 +2$/m);
    expect(imported.stdout).not.toMatch(/Ann|Ott/);
    expect(await lines(after)).toEqual([ann, ...uninvited]);
    const show = ["imports", "show", "--account", "acme", "--id"];
    const shown = await repute([...show, "2", "--invites", stored], { env });
    expect(shown.stdout).toMatch(/^Lee, Ann +M1 +Mar 3, 2026, 12:00\sAM +\+18015550100$/m);
    expect(await lines(stored)).toEqual([
      ',Ogden,"Lee, Ann",M1,,2026-03-03 00:00,sms,\'+18015550100,,',
      ...uninvited.slice(0, 2),
      "5,,Jo Ray,,2026-03-02,,,,,Canceled",
    ]);
    expect((await repute([...show, "1"], { env })).stdout).toMatch(
      /^Provo +not stored +1\n[^]*A test stores no invites/m,
    );
  });

  it.each([
    ["fails", `${heading}\n"never`, 1],
    ["is empty", `${heading}\n`, 3],
  ])("leaves no files of an earlier import if the import %s", async (_, stdin, code) => {
    const { env, folder } = workspace();
    const [invites, errors] = [join(folder, "invites.csv"), join(folder, "errors.csv")];
    for (const old of [invites, errors]) await writeFile(old, "old");
    const args = [...importing, "--invites", invites, "--errors", errors, "-"];
    expect(await repute(args, { env, stdin })).toMatchObject({ code });
    expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/invites|errors/));
  });

  it("refuses to replace the imported file, or to write two files under one name", async () => {
    const { env } = workspace();
    const file = await written("march.csv", Buffer.from(table, "latin1"));
    for (const names of [
      ["--errors", file],
      ["--errors", "a.csv", "--invites", "./a.csv"],
    ]) {
      const { code, stderr } = await repute([...importing, ...names, file], { env });
      expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("different files") });
    }
    expect(await readFile(file, "latin1")).toBe(table);
  });

  it("reads HL7, FHIR and gzip files, including from standard input", async () => {
    const { env } = workspace();
    const message = [
      "MSH|^~\\&|A|B|C|D|20260302||SIU^S12|1|P|2.3",
      "SCH||F1|||||||||^^^20260302143000",
      "PID|1||M1||Lee^Ann||19800102|F|||||801-555-0100",
      "AIL|1|A|OG-1",
    ];
    const appointment = {
      ...{ resourceType: "Appointment", id: "f1", status: "booked", start: "2026-03-02T21:30:00Z" },
      participant: [{ actor: { reference: "Location/9", display: "Provo" } }],
    };
    const counts = { rows_processed: 1, appointment_captured: 1 };
    expect(await reputeJson([...importing, await written("siu.hl7", message.join("\r"))], env)).toMatchObject(counts);
    expect(
      await reputeJson([...importing, await written("f.json.gz", gzipSync(JSON.stringify(appointment)))], env),
    ).toMatchObject(counts);
    const { stdout } = await repute([...importing, "-"], { env, stdin: table });
    expect(stdout).toMatch(/^import 3 +count\nrows processed +3\n[^]*appointments +location_mismatch +1\n/);
  });

  it("withholds invites for unknown statuses until the connection has their meaning", async () => {
    const { env, folder, bundle } = workspace();
    const report = join(folder, "report.html");
    const file = await written(
      "march.csv",
      [`${heading};Balance`, `${ann.replace("Completed", "Zulu")};5`, ""].join("\n"),
    );
    const explained = await repute([...importing, "--explain", file], { env });
    expect(explained.stdout).toMatch(/Balance[^]*Zulu +unknown +1 +2[^]*"statuses": \{"Zulu":"<meaning>"\}/);
    expect((await reputeJson<{ items: [] }>(["imports", "list", "--account", "acme"], env)).items).toEqual([]);

    const unknown = [{ status: "Zulu", rows: 1, example_row: 2 }];
    const first = await repute([...importing, "--report", report, file], { env });
    expect(first.stdout).toMatch(
      /^unknown status +rows +example row\nZulu +1 +2\n[^]*Balance[^]*invites scheduled +0\n/,
    );
    expect(await readFile(report, "utf8")).toMatch(
      /No patient was invited for “Zulu”[^]*Columns that were not read: Balance\.[^]*Status not understood/,
    );
    const show = ["imports", "show", "--account", "acme", "--id", "1"];
    expect(await reputeJson(show, env)).toMatchObject({ unknown_statuses: unknown });

    const connection = { kind: "import_connection", name: "ehr", statuses: { zulu: "takes_place" } };
    await reputeJson(["load", "--account", "acme", await bundle([connection])], env);
    const counts = { appointment_captured: 1, scheduled_invites: 1, unknown_statuses: [], imported_before: null };
    expect(await reputeJson([...importing, file], env)).toMatchObject(counts);
    expect(await reputeJson([...importing, file], env)).toMatchObject({ scheduled_invites: 0 });
  });

  it("lists the appointments that a file cancels", async () => {
    const { env, folder } = workspace();
    await reputeJson([...importing, await written("march.csv", table)], env);
    const next = await written("april.csv", [heading, ann.replace("Completed", "Cancelled"), cancelled, ""].join("\n"));
    const report = join(folder, "report.html");
    const { stdout } = await repute([...importing, "--report", report, next], { env });
    expect(stdout).toMatch(/canceled and rescheduled appointments +count\ncanceled +2\nappointment updated +1\n/);
    expect(stdout).toMatch(/invites withdrawn +1\n/);
    expect((await readFile(report, "utf8")).replaceAll("\u202f", " ")).toMatch(
      /Lee, Ann<[^]*Mar 2, 2026, 2:30 PM<[^]*>A1<[^]*Appointment updated, invite withdrawn<[^]*never imported/,
    );
    const unknown = `A5;M5;Al Poe;801-555-0105;;3/2/2026;4:15 PM;Provo;;No-show`;
    const last = await written("may.csv", [heading, unknown, ""].join("\n"));
    const line =
      /never imported: row +patient +appointment \(America\/Denver\) [^]*\n2 +Al Poe +2026-03-02 16:15 +A5 +no-show\n/;
    expect((await repute([...importing, last], { env })).stdout).toMatch(line);
    const show = ["imports", "show", "--account", "acme", "--id", "3"];
    expect((await repute([...show, "--report", report], { env })).stdout).toMatch(line);
    expect((await readFile(report, "utf8")).replaceAll("\u202f", " ")).toMatch(
      /Al Poe<[^]*Mar 2, 2026, 4:15 PM<[^]*>A5</,
    );
  });

  it("lists every attempt, with the reason for each failure, and replaces the report", async () => {
    const { env, folder, serve } = workspace();
    const report = join(folder, "report.html");
    const page = async () => (await readFile(report, "utf8")).replaceAll("\u202f", " ");
    const attempt = async (file: string, ...more: string[]) =>
      repute([...importing, "--report", report, ...more, file], { env });
    const march = await written("march.csv", table);
    expect((await attempt(march)).code).toBe(0);
    expect(await page()).toContain("Appointment import 1");

    expect((await attempt(await written("bad.csv", `${heading}\n"never`))).code).toBe(1);
    expect(await page()).toMatch(
      /<title>Import attempt 2 failed<\/title>[^]*bad\.csv[^]*Connection ehr\.[^]*nothing was imported\. Reason: cannot read the table/,
    );
    expect((await attempt(join(folder, "missing.csv"))).code).toBe(1);
    expect((await attempt(march, "--connection", "none")).code).toBe(1);
    const empty = await attempt(await written("empty.csv", `${heading}\n`));
    expect(empty).toMatchObject({ code: 3, stdout: "" });
    expect(empty.stderr).toContain("error: The file has no rows; nothing was imported.\n");
    expect(await page()).toMatch(/<title>Import attempt 5: the file is empty<\/title>[^]*The file has no rows/);

    const { items: listed } = await reputeJson<{ items: readonly object[] }>(
      ["imports", "list", "--account", "acme"],
      env,
    );
    const failed = { status: "failed", import_id: null, is_test: false };
    expect(listed).toMatchObject([
      { attempt_id: 5, status: "empty", file: "empty.csv", connection: "ehr", import_id: null, code: "empty_file" },
      { ...failed, attempt_id: 4, file: "march.csv", connection: "none", code: "connection_not_found" },
      { ...failed, attempt_id: 3, file: "missing.csv", reason: "cannot read missing.csv: the file does not exist" },
      { ...failed, attempt_id: 2, file: "bad.csv", connection: "ehr", code: "file_unreadable" },
      { attempt_id: 1, status: "done", file: "march.csv", connection: "ehr", import_id: 1, code: null, reason: null },
    ]);
    const text = await repute(["imports", "list", "--account", "acme"], { env });
    expect(text.stdout).toMatch(
      /^import +started \(America\/Denver\) +file +connection +status +reason\nattempt-5 +\S+ \S+ +empty\.csv +ehr +empty /,
    );
    const show = ["imports", "show", "--account", "acme", "--id"];
    expect(await reputeJson([...show, "1"], env)).toMatchObject({
      ...{ attempt_id: 1, status: "done", run: { rows_processed: 3 }, withdrawals: { rows: 1 } },
    });
    expect((await repute([...show, "1"], { env })).stdout).toMatch(
      /^import 1\nstatus +done\nstarted +\d{4}-\d\d-\d\d \d\d:\d\d \(America\/Denver\)\nfile +march\.csv\n[^]*\n\nimport 1 +count\nrows processed +3\n/,
    );
    expect(await reputeJson([...show, "2"], env)).toMatchObject({ status: "failed", run: null, withdrawals: null });
    expect((await repute([...show, "9"], { env })).stderr).toBe(
      "error: The account has no import attempt with this number.\n",
    );

    const audit = await repute(["audit", "--account", "acme", "--json"], { env });
    for (const outcome of ["ok", "file_unreadable", "connection_not_found", "empty_file"]) {
      expect(audit.stdout).toMatch(new RegExp(`"import_appointments"[^}]*"outcome":"${outcome}"`));
    }
    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const { baseUrl } = await serve();
    expect(await items(baseUrl, "/v2/integration-imports", token)).toMatchObject([{ import_id: 1 }]);
  });

  it("mentions that the file was imported before", async () => {
    const { env, folder } = workspace();
    const [march, copy] = [await written("march.csv", table), await written("copy.csv", table)];
    const report = join(folder, "report.html");
    const sentence = "This file was imported before, as import 1 on 2026-03-03.";
    expect((await repute([...importing, march], { env })).stdout).not.toContain("imported before");
    const again = await repute([...importing, "--report", report, copy], { env });
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining(`\n\n${sentence}\n`) });
    expect(await readFile(report, "utf8")).toContain(sentence);
    expect(await reputeJson([...importing, march], env)).toMatchObject({
      ...{ import_id: 3, imported_before: { import_id: 2, upload_date: "2026-03-03 07:00:00" } },
    });
  });

  it("has one number for an import, also after a failure", async () => {
    const { env, folder } = workspace();
    const report = join(folder, "report.html");
    await repute([...importing, await written("bad.csv", "nothing")], { env });
    const march = await written("march.csv", table);
    expect(await reputeJson([...importing, "--report", report, march], env)).toMatchObject({ import_id: 1 });
    expect(await readFile(report, "utf8")).toContain("<title>Appointment import 1</title>");
    const { stdout } = await repute(["imports", "list", "--account", "acme"], { env });
    expect(stdout.match(/^\S+/gm)).toEqual(["import", "1", "attempt-1"]);
    const show = ["imports", "show", "--account", "acme", "--id"];
    expect(await reputeJson([...show, "1"], env)).toMatchObject({ file: "march.csv", run: { import_id: 1 } });
    expect(await reputeJson([...show, "attempt-1"], env)).toMatchObject({ file: "bad.csv", run: null });
    expect((await repute([...show, "attempt-1"], { env })).stdout).toMatch(/^attempt-1\nstatus +failed\n/);
  });

  it("undoes an import, names what was changed since, and shows it everywhere", async () => {
    const { env, folder } = workspace();
    const file = await written(
      "march.csv",
      Buffer.from([heading, ann, ann.replace("A1;M1", "A5;M5")].join("\n"), "latin1"),
    );
    const first = await reputeJson<ImportRunItem>([...importing, file], env);
    expect(first.appointment_captured).toBe(2);
    await repute([...importing, "-"], { env, stdin: [heading, ann.replace("2:30", "3:30")].join("\n") });
    const undo = ["imports", "undo", "--account", "acme", "--id"];
    const counts =
      /^import 1 +appointments +invites\nremoved +1 +0\nrestored +0 +0\n\nnot undone[^]*\nappointment \d+ +Lee, Ann [^]*changed since, stays/;
    const planned = await repute([...undo, "1", "--dry-run"], { env });
    expect(planned).toMatchObject({ code: 0, stdout: expect.stringMatching(counts) });
    expect(planned.stdout).toMatch(/\n\nDry run: nothing was changed\.\n$/);
    const done = await reputeJson<{ run: ImportRunItem; remaining: object[] }>([...undo, "1"], env);
    expect(done).toMatchObject({
      ...{
        undone: true,
        undone_before: false,
        removed: { appointments: 1 },
        restored: { appointments: 0, invites: 0 },
      },
      run: { import_id: 1, rows_processed: 2, appointment_captured: 1, skipped_appointments: 1 },
    });
    expect(done.remaining).toContainEqual(
      expect.objectContaining({ kind: "appointment", reason: "changed", patient_name: "Lee, Ann" }),
    );
    expect((await repute([...undo, "1"], { env })).stdout).toContain("This import was already undone.");
    expect((await repute(["imports", "list", "--account", "acme"], { env })).stdout).toMatch(/\n1 .* undone\s/);
    const report = join(folder, "undone.html");
    const shown = await repute(["imports", "show", "--account", "acme", "--id", "1", "--report", report], { env });
    expect(shown.stdout).toMatch(/\nundone +\d{4}-/);
    expect(await readFile(report, "utf8")).toContain("This import was undone on");
    expect(await reputeJson([...importing, file], env)).toMatchObject({ import_id: 3, imported_before: null });
    for (const [id, message] of [
      ["9", "The account has no import with this id."],
      ["x", "option '--id <id>' argument 'x' is invalid"],
    ]) {
      expect((await repute([...undo, `${id}`], { env })).stderr).toContain(message);
    }
  });

  it("does not store the appointments of a test import", async () => {
    const { env } = workspace();
    const file = await written("march.csv", table);
    const test = await reputeJson<ImportRunItem>([...importing, "--test", file], env);
    expect(test).toMatchObject({ is_test: true, appointment_captured: 2, scheduled_invites: 1 });
    expect(await reputeJson([...importing, file], env)).toMatchObject({
      is_test: false,
      new_patients: 2,
      scheduled_invites: 1,
    });
  });
});

describe("repute import-appointments", () => {
  const workspace = freshWorkspace();
  beforeEach(() => prepare(workspace()));

  it.each([
    ["an unknown connection", ["--connection", "none", "-"], /^error: .*connection.* ehr\.\n$/],
    [
      "a file without headings",
      ["-"],
      /^error: Cannot read the table: none of its first 20 rows has at least two known headings[^]*"columns":\{/,
    ],
    ["a missing file", ["missing.csv"], "error: Cannot read missing.csv: the file does not exist.\n"],
    [
      "a missing folder",
      ["--report", "/missing/x.html", "-"],
      "error: Cannot write /missing/x.html: the folder does not exist.\n",
    ],
  ])("prints one line for %s", async (_, args, expected) => {
    const result = await repute([...importing, ...args], { env: workspace().env, stdin: "Ann,Lee\n" });
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toMatch(expected);
    expect(result.stderr.trim().split("\n")).toHaveLength(1);
    expect(await readdir(workspace().folder)).not.toContainEqual(expect.stringContaining(".part"));
  });

  it.each([
    ["--uploaded-at", "tomorrow"],
    ["--errors", "errors.xlsx"],
    ["--report", "report.pdf"],
  ])("rejects %s %s", async (option, value) => {
    expect(await repute([...importing, option, value, "-"], { env: workspace().env })).toMatchObject({ code: 2 });
  });

  it("leaves no unfinished files after a failed run", async () => {
    const { env, folder } = workspace();
    const [report, errors] = [join(folder, "report.html"), join(folder, "errors.csv")];
    for (const file of [report, errors]) await writeFile(file, "old");
    const args = [...importing, "--report", report, "--errors", errors, "-"];
    expect(await repute(args, { env, stdin: `${heading}\n"never` })).toMatchObject({ code: 1 });
    expect(await readFile(report, "utf8")).toMatch(/Import attempt 1 failed[^]*from standard input/);
    expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/\.part$|^errors\.csv$/));
  });

  it("shows its progress on a terminal", async () => {
    const { env } = workspace();
    const { stderr } = await repute([...importing, "-"], { env, stdin: table, watched: true });
    expect(stderr).toMatch(/rows/);
  });
});
