import { readFile, readdir, stat, writeFile } from "node:fs/promises";
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

  it("stores a run with its appointments and error rows, and tells of them", async () => {
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
      withdrawals: {
        ...{ rows: 1, statuses: { cancelled: 1 }, outcomes: { unknown: 1 } },
        ...{ invites_withdrawn: 0, appointments_restored: 0 },
        named: [
          {
            ...{ row: 5, status: "cancelled", outcome: "unknown", appointment_id: null },
            ...{ external_appointment_id: null, appointment_date: null, patient_name: null, invites_withdrawn: 0 },
          },
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

  it("reads HL7, FHIR and gzip, from standard input too", async () => {
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

  it("shows which appointments a file cancels", async () => {
    const { env, folder } = workspace();
    await reputeJson([...importing, await written("march.csv", table)], env);
    const next = await written("april.csv", [heading, ann.replace("Completed", "Cancelled"), cancelled, ""].join("\n"));
    const report = join(folder, "report.html");
    const { stdout } = await repute([...importing, "--report", report, next], { env });
    expect(stdout).toMatch(/cancelled and moved appointments +count\ncancelled +2\nappointment marked +1\n/);
    expect(stdout).toMatch(/invites withdrawn +1\n/);
    expect((await readFile(report, "utf8")).replaceAll("\u202f", " ")).toMatch(
      /Lee, Ann<[^]*Mar 2, 2026, 2:30 PM<[^]*>A1<[^]*Appointment marked, invite withdrawn<[^]*never imported/,
    );
  });

  it("stores nothing of a test but the run, which is not listed", async () => {
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
      /^error: Cannot read the table: none of its first 20 rows has at least two known headings/,
    ],
    ["no such file", ["missing.csv"], "error: Cannot read missing.csv: the file does not exist.\n"],
    [
      "no such folder",
      ["--report", "/missing/x.html", "-"],
      "error: Cannot write /missing/x.html: the folder does not exist.\n",
    ],
  ])("says in one line that there is %s", async (_, args, expected) => {
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
  ])("refuses %s %s", async (option, value) => {
    expect(await repute([...importing, option, value, "-"], { env: workspace().env })).toMatchObject({ code: 2 });
  });

  it("writes no file of a run that failed, and keeps what was there", async () => {
    const { env, folder } = workspace();
    const report = join(folder, "report.html");
    await writeFile(report, "old");
    const { code } = await repute([...importing, "--report", report, "-"], { env, stdin: `${heading}\n"never` });
    expect(code).toBe(1);
    expect(await readFile(report, "utf8")).toBe("old");
    expect(await readdir(folder)).not.toContainEqual(expect.stringContaining(".part"));
  });

  it("shows how far it is where a person watches", async () => {
    const { env } = workspace();
    const { stderr } = await repute([...importing, "-"], { env, stdin: table, watched: true });
    expect(stderr).toMatch(/rows/);
  });
});
