import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const practice = [{ kind: "location", id: 1, location_name: "Ogden", external_location_ids: ["OG-1"] }];
const heading =
  "First Name,Last Name,Address 1,City,State,ZIP Code,Email,DOB,Gender,MRN,Unique ID,CCN,Facility,Surgery Date,CPT,EOR";
const ann = "Ann,Lee,1 Elm St,Ogden,UT,84401,ann@example.com,1980-05-01,F,M1,V1,05C9Y7,Ogden,5/10/2026,66984,EOR";
const bo = "Bo,=1+1,2 Elm St,Ogden,UT,84401,,5/1/2010,1,M2,V2,05C9Y7,Odgen,5/11/2026,99213,EOR";
const table = [heading, ann, bo, ""].join("\n");
const parsing = ["parse-patient-survey", "--account", "acme", "--type", "OASCAHPS", "--uploaded-at", "2026-06-01"];
const listed = "/v2/cahps-parsed-files?start_date=2026-06-01&end_date=2026-06-01";

async function prepare({ env, bundle }: ReturnType<ReturnType<typeof freshWorkspace>>): Promise<void> {
  await reputeJson(["account", "create", "--key", "acme", "--name", "Acme", "--time-zone", "America/Denver"], env);
  await reputeJson(["load", "--account", "acme", await bundle(practice)], env);
}

describe.each(engines)("repute parse-patient-survey on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  beforeEach(() => prepare(workspace()));

  it("stores and prints the findings", async () => {
    const { env, folder, serve } = workspace();
    const [file, report] = [join(folder, "may.csv.gz"), join(folder, "may.html")];
    await writeFile(file, gzipSync(table));
    const options = ["--by", "Ann@Example.com", "--month", "2026-05", "--connection", "ehr", "--transform", "trim"];
    const parsed = await reputeJson<object>([...parsing, ...options, "--test", "--report", report, file], env);
    const item = {
      ...{ file_id: 1, integration_connection: "ehr", file_transform: "trim", download_status: "Done", is_test: true },
      ...{ cahps_type: "OASCAHPS", total_patients: 2, warnings_count: 1 },
      ...{ created_at: "2026-06-01T06:00:00+00:00", created_by: "ann@example.com" },
    };
    expect(parsed).toEqual({
      ...item,
      ...{ sample_month: "2026-05", eligible_patients: 1, eligible_by_group: { "3 eye": 1 } },
      ...{ defects: { under_18: 1, unknown_location: 1, no_eligible_procedure: 1 }, warnings: {}, report },
      imported_before: null,
      ...{ sample_files: 0, sample_visits: 0, sample_eligible: 0 },
      suppressed: 0,
    });
    expect(await readFile(report, "utf8")).toMatch(/<title>OAS CAHPS test file 1<\/title>[^]*Odgen<\/b> 1 row/);
    expect((await stat(report)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);

    const { stdout } = await repute([...parsing, "-"], { env, stdin: table });
    expect(stdout).toMatch(
      /^OASCAHPS file 2 +count\npatients +2\n[^]*defect +unknown_location +1\n[^]*3 eye +1\n\nThis file was imported before, as file 1 on 2026-06-01\.\n$/,
    );

    const misspelled = table.replace(/^[^,\n]*/, "$&,Mobil,Remark").replaceAll(/\n(?=.)([^,\n]*)/g, "\n$1,,");
    const next = await repute([...parsing, "--test", "--report", report, "-"], { env, stdin: misspelled });
    expect(next.stdout).toMatch(/^heading that was not read +did you mean\nMobil +mobile\nRemark *\n\n/);
    expect(await readFile(report, "utf8")).toContain(
      "Columns that were not read: Mobil (did you mean mobile?), Remark.",
    );
    const unread = {
      unread_headings: [
        { heading: "Mobil", did_you_mean: "mobile" },
        { heading: "Remark", did_you_mean: null },
      ],
    };
    expect(
      JSON.parse((await repute([...parsing, "--test", "--json", "-"], { env, stdin: misspelled })).stdout),
    ).toMatchObject(unread);

    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const { baseUrl } = await serve();
    expect(await items(baseUrl, listed, token)).toMatchObject([
      { file_id: 4 },
      { file_id: 3 },
      { file_id: 2, created_by: "system" },
      item,
    ]);
    const warnings = await fetch(`${baseUrl}/v2/cahps-parsed-files/1/warnings`, { headers: { "api-token": token } });
    expect(await warnings.json()).toMatchObject({
      ...{ file_id: 1, cahps_type: "OASCAHPS" },
      records: [{ patient_id: "M2", location_name: "Odgen", patient_info: { last_name: "=1+1" } }],
    });
  });

  it("undoes a file, which partners then see as failed, and refuses to undo it twice", async () => {
    const { env, serve } = workspace();
    await repute([...parsing, "-"], { env, stdin: table });
    const correction = [heading, bo.replace("Odgen", "Ogden"), ""].join("\n");
    await repute([...parsing, "--corrects", "1", "-"], { env, stdin: correction });
    const undo = ["patient-surveys", "undo", "--account", "acme", "--id", "2"];
    const dry = await repute([...undo, "--dry-run"], { env });
    expect(dry.stdout).toMatch(
      /^OASCAHPS file 2 +count\nrows with findings, removed +1\nvisits, removed +1\nrows of file 1 that count again +1\nfiles of the sample month +1\n[^]*\nDry run: nothing was changed\.\n$/,
    );
    const planned = await reputeJson<object>([...undo, "--dry-run"], env);
    const undone = await reputeJson<object>(undo, env);
    expect(undone).toEqual({ ...planned, undone: true });
    expect(undone).toMatchObject({
      ...{ file_id: 2, download_status: "Failed", total_patients: 0, warnings_count: 0, removed_findings: 1 },
      ...{ removed_visits: 1, restored: [{ file_id: 1, rows: 1 }], remaining: [], sample_files: 1, sample_visits: 2 },
    });
    expect(await repute(undo, { env })).toMatchObject({ code: 1, stderr: "error: The file was already undone.\n" });
    const { stdout } = await repute(["patient-surveys", "list", "--account", "acme"], { env });
    expect(stdout).toMatch(/^2 +OASCAHPS .* Failed +0 +0 +the file was undone, so it no longer counts$/m);

    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const { baseUrl } = await serve();
    expect(await items(baseUrl, listed, token)).toMatchObject([
      { file_id: 2, download_status: "Failed", total_patients: 0, warnings_count: 0 },
      { file_id: 1, download_status: "Done" },
    ]);
    const warnings = await fetch(`${baseUrl}/v2/cahps-parsed-files/2/warnings`, { headers: { "api-token": token } });
    expect(await warnings.json()).toEqual({ file_id: 2, cahps_type: "OASCAHPS", records: [] });
  });
});

describe("repute parse-patient-survey", () => {
  const workspace = freshWorkspace();
  beforeEach(() => prepare(workspace()));

  it.each([
    ["no content", "", "error: Cannot read the table: it is empty.\n"],
    ["no table", "Ann\n", /^error: Cannot read the table: none of its first 20 rows has at least two known headings/],
    ["missing columns", "First Name,Last Name\nAnn,Lee\n", /^error: Cannot read the table: it has no column for /],
    ["columns of the other survey", table.replace("CPT", "MS-DRG"), /^error: .* it is probably a file for HCAHPS\.\n$/],
  ])("prints one line for a file with %s, and lists the file as failed", async (_, stdin, expected) => {
    const { env, serve } = workspace();
    const result = await repute([...parsing, "-"], { env, stdin });
    expect(result).toMatchObject({ code: 1, stdout: "" });
    expect(result.stderr).toMatch(expected);
    expect(result.stderr.trim().split("\n")).toHaveLength(1);
    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const { baseUrl } = await serve();
    expect(await items(baseUrl, listed, token)).toMatchObject([{ file_id: 1, download_status: "Failed" }]);

    const [, first = "", rest = ""] = /^error: (.)(.*)\.\n$/.exec(result.stderr) ?? [];
    const reason = first.toLowerCase() + rest;
    const listing = ["patient-surveys", "list", "--account", "acme"];
    const { items: files } = await reputeJson<{ items: object[] }>(listing, env);
    expect(files).toMatchObject([{ file_id: 1, download_status: "Failed", failure: reason }]);
    const { stdout } = await repute(listing, { env });
    expect(stdout.split("\n")[1]).toMatch(/^1 +OASCAHPS +2026-06-01 00:00 +Failed +0 +0 +cannot read the table: /);
  });

  it("mentions that the file was imported before, also in its report", async () => {
    const { env, folder } = workspace();
    const report = join(folder, "may.html");
    await repute([...parsing, "-"], { env, stdin: table.replace("Ann,Lee", "Ann,Lea") });
    const other = await repute([...parsing, "-"], { env, stdin: table });
    expect(other).toMatchObject({ code: 0, stdout: expect.not.stringContaining("imported before") });
    const again = await repute([...parsing, "--json", "--report", report, "-"], { env, stdin: table });
    expect(JSON.parse(again.stdout)).toMatchObject({
      imported_before: { file_id: 2, created_at: "2026-06-01T06:00:00+00:00" },
    });
    expect(await readFile(report, "utf8")).toContain("This file was imported before, as file 2 on 2026-06-01.");
  });

  it("writes the report of a stored file again, and says what is new since the file before", async () => {
    const { env, folder } = workspace();
    const [report, again] = [join(folder, "may.html"), join(folder, "again.html")];
    const withEmpty = table.replace("Ann,", ",");
    await repute([...parsing, "-"], { env, stdin: table });
    const file = join(folder, "june.csv");
    await writeFile(file, withEmpty);
    await repute([...parsing, "--month", "2026-05", "--report", report, file], { env });
    const sums = async (file: string) => (await readFile(file, "utf8")).match(/(?<=<p class="sum">)[^<]+/g);
    const found = await sums(report);
    expect(found?.[0]).toMatch(/^\d+ patients = \d+ to be surveyed \+ \d+ not surveyed\.$/);
    expect(found?.[1]).toMatch(/^\d+ findings to correct or check = 3 new \+ \d+ also in file 1\.$/);
    expect(await readFile(report, "utf8")).toContain("<b>First Name</b>");
    expect(found?.[2]).toMatch(/^Sample of 2026-05: 2 visits in 2 files, \d to be surveyed\.$/);
    const show = ["patient-surveys", "show", "--account", "acme", "--id"];
    expect(await repute([...show, "2", "--report", again], { env })).toMatchObject({
      code: 0,
      stderr: `Wrote ${again}\n`,
    });
    expect(await readFile(again, "utf8")).toBe(await readFile(report, "utf8"));
    expect(await readFile(again, "utf8")).toMatch(/File june\.csv, uploaded [^.]+\. Sample month: 2026-05\./);
    expect(await reputeJson([...show, "2"], env)).toMatchObject({
      ...{ file_id: 2, download_status: "Done", failure: null, file_name: "june.csv", sample_month: "2026-05" },
      headings: { first_name: "First Name" },
    });

    const corrected = await repute([...parsing, "--month", "2026-05", "--corrects", "2", "--json", file], { env });
    expect(JSON.parse(corrected.stdout)).toMatchObject({ file_id: 3, sample_files: 3, sample_visits: 2 });
    await repute([...parsing, "-"], { env, stdin: "" });
    expect((await repute([...show, "4", "--report", again], { env })).code).toBe(0);
    expect(await readFile(again, "utf8")).toContain("The OAS CAHPS file failed");
    expect(await repute([...show, "9"], { env })).toMatchObject({
      code: 1,
      stderr: "error: The account has no such file.\n",
    });
  });

  it("exits with 3 for a file without patients, and writes its report", async () => {
    const { env, folder } = workspace();
    const report = join(folder, "may.html");
    const result = await repute([...parsing, "--report", report, "-"], { env, stdin: `${heading}\n` });
    expect(result).toEqual(
      expect.objectContaining({ code: 3, stdout: "", stderr: "error: File 1 has no patients.\n" }),
    );
    expect(await readFile(report, "utf8")).toContain("The file has no patients. Export the file again.");
    expect(await reputeJson(["patient-surveys", "list", "--account", "acme"], env)).toMatchObject({
      items: [{ file_id: 1, total_patients: 0 }],
    });
  });

  it("lists only the files of the given account, and rejects an unknown account", async () => {
    const { env } = workspace();
    await reputeJson(["account", "create", "--key", "other", "--name", "Other"], env);
    await repute([...parsing, "-"], { env, stdin: table });
    expect(await reputeJson(["patient-surveys", "list", "--account", "other"], env)).toEqual({ items: [] });
    expect(await reputeJson(["patient-surveys", "list", "--account", "acme"], env)).toMatchObject({
      items: [{ file_id: 1, download_status: "Done", total_patients: 2, failure: null }],
    });
    expect(await repute(["patient-surveys", "list", "--account", "none"], { env })).toMatchObject({ code: 1 });
  });

  it("lists a missing file as failed, and replaces an existing report with the reason", async () => {
    const { env, folder } = workspace();
    const report = join(folder, "report.html");
    await writeFile(report, "old");
    const { code, stderr } = await repute([...parsing, "--report", report, "missing.csv"], { env });
    expect([code, stderr]).toEqual([1, "error: Cannot read missing.csv: the file does not exist.\n"]);
    const page = await readFile(report, "utf8");
    expect(page).toContain("<title>The OAS CAHPS file failed</title>");
    expect(page).toContain("File missing.csv.");
    expect(page).toContain(
      "The file was not parsed, and its patients were not checked. Reason: cannot read missing.csv: the file does not exist.",
    );
    expect(await readdir(folder)).not.toContainEqual(expect.stringContaining(".part"));
  });

  it.each([
    ["--type", "CAHPS"],
    ["--month", "May"],
    ["--by", "Ann"],
    ["--uploaded-at", "tomorrow"],
    ["--connection", " "],
    ["--report", "report.pdf"],
  ])("rejects %s %s", async (option, value) => {
    expect(await repute([...parsing, option, value, "-"], { env: workspace().env })).toMatchObject({ code: 2 });
  });

  it("shows its progress on a terminal", async () => {
    const { env } = workspace();
    const { stderr } = await repute([...parsing, "-"], { env, stdin: table, watched: true });
    expect(stderr).toMatch(/rows/);
  });

  it("writes a report of an undone file that says that it no longer counts", async () => {
    const { env, folder } = workspace();
    await repute([...parsing, "-"], { env, stdin: table });
    await repute(["patient-surveys", "undo", "--account", "acme", "--id", "1"], { env });
    const report = join(folder, "undone.html");
    const show = ["patient-surveys", "show", "--account", "acme", "--id", "1", "--report", report];
    expect(await reputeJson(show, env)).toMatchObject({ is_undone: true, download_status: "Failed" });
    expect(await readFile(report, "utf8")).toMatch(
      /<title>The OAS CAHPS file was undone<\/title>[^]*it no longer counts/,
    );
  });

  it("names the later files whose rows stay marked", async () => {
    const { env } = workspace();
    for (let times = 0; times < 2; times += 1) await repute([...parsing, "-"], { env, stdin: table });
    const { stdout } = await repute(["patient-surveys", "undo", "--account", "acme", "--id", "1"], { env });
    expect(stdout).toMatch(/\nrows of file 2 that stay not surveyed +1\n/);
    expect(stdout).toContain(
      "To survey these patients of file 2, undo file 2 and parse it again.\nFile 1 no longer counts. You can parse a corrected file now.\n",
    );
  });
});
