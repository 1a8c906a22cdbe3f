import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const heading = "Call ID,Customer Phone,Tracking Number,Start Time,Source,Medium,Campaign,Direction";
const row = (id: string, more = "google,cpc,Spring,inbound") =>
  `${id},(801) 555-0142,801-555-0100,2026-03-02 09:00 AM,${more}`;

describe.each(engines)("repute import-calls on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const importing = ["import-calls", "--account", "acme"];
  const written = async (name: string, content: string) => {
    const file = join(workspace().folder, name);
    await writeFile(file, content);
    return file;
  };

  beforeEach(async () => {
    const { env, bundle } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme", "--time-zone", "America/Denver"], env);
    const campaign = { kind: "campaign", id: 7, name: "Spring", channel: "Paid Search" };
    await reputeJson(["load", "--account", "acme", await bundle([campaign])], env);
  });

  it("stores each call of an export once, across files and formats", async () => {
    const { env, serve } = workspace();
    const table = await written("calls.csv", [heading, row("CAL1"), row("CAL2", ",,,outbound"), ""].join("\n"));
    const skipped = { outbound: 1, unfinished: 0 };
    const expected = { format: "callrail", stored: true, rows: 2, calls: 1, skipped, suppressed: 0 };
    expect(await reputeJson([...importing, table], env)).toEqual({ ...expected, import_id: 1, changed: 1 });
    expect(await reputeJson([...importing, table], env)).toEqual({ ...expected, import_id: 2, changed: 0 });

    const call = {
      id: "CAL1",
      customer_phone_number: "+18015550142",
      tracking_phone_number: "+18015550100",
      start_time: "2026-03-02T09:00:00-07:00",
      duration: 60,
      source: "Referral",
    };
    const page = await written("calls.json", JSON.stringify({ calls: [call, { ...call, id: "CAL3" }] }));
    expect(await reputeJson([...importing, page], env)).toMatchObject({ rows: 2, calls: 2, changed: 2 });

    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const { baseUrl } = await serve();
    expect(await items(baseUrl, "/v2/conversions", token)).toMatchObject([
      { conversion_id: "call-1000000000002", source: "Referral" },
      {
        conversion_id: "call-1000000000001",
        source: "Referral",
        date: "2026-03-02T16:00:00+00:00",
        from_number: "+18015550142",
      },
    ]);
    expect(await items(baseUrl, "/v2/calls", token)).toMatchObject([
      { call_date: "3/2/2026 9:00:00 am", tracking_number: "+18015550100" },
      { call_date: "3/2/2026 9:00:00 am", tracking_number: "+18015550100" },
    ]);
  });

  it("undoes an import, names calls that changed since, and refuses to undo it twice", async () => {
    const { env } = workspace();
    const first = await written("calls.csv", [heading, row("CAL1"), row("CAL2")].join("\n"));
    await reputeJson([...importing, first], env);
    const { stdout: imported } = await repute([...importing, "-"], {
      env,
      stdin: [heading, row("CAL1", ",,Fall,inbound")].join("\n"),
    });
    expect(imported).toMatch(/\n\nThis is import 2\. To undo it, run repute call-imports undo\.\n$/);
    const undo = ["call-imports", "undo", "--account", "acme", "--id"];
    expect((await repute([...undo, "1", "--dry-run"], { env })).stdout).toMatch(
      /^import 1 +count\ncalls removed +1\ncalls with their earlier values +0\ncalls changed since, not undone +1\n\ncall +changed since by\ncall-1000000000001 +import 2\n\nDry run: nothing was changed\.\n$/,
    );
    expect(await reputeJson([...undo, "1"], env)).toEqual({
      ...{ undone: true, import_id: 1, removed: 1, restored: 0 },
      remaining: [{ conversion_id: "call-1000000000001", changed_by_import: 2 }],
    });
    expect(await repute([...undo, "1"], { env })).toMatchObject({
      ...{ code: 1, stderr: "error: The import was already undone.\n" },
    });
    expect((await repute([...undo, "2"], { env })).stdout).toMatch(
      /^import 2 +count\ncalls removed +1\n[^]*\n\nYou can import a corrected file now\.\n$/,
    );
    const listing = ["call-imports", "list", "--account", "acme"];
    const { items: listed } = await reputeJson<{ items: object[] }>(listing, env);
    expect(listed).toMatchObject([
      { import_id: 2, file: null, format: "callrail", rows: 1, added: 0, changed: 1, undone_at: expect.any(String) },
      { import_id: 1, file: "calls.csv", added: 2, changed: 0 },
    ]);
    expect((await repute(listing, { env })).stdout).toMatch(
      /^import +imported \(America\/Denver\) .*\n2 .* standard input +1 +0 +1 /,
    );
    expect(await reputeJson([...importing, first], env)).toMatchObject({ import_id: 3, changed: 2 });
  });

  it("prints counts as text, and stores nothing in a dry run", async () => {
    const { env } = workspace();
    const stdin = [heading, row("CAL1"), row("CAL2", ",,,outbound")].join("\n");
    const { code, stdout, stderr } = await repute([...importing, "--dry-run", "-"], { env, stdin });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^callrail +count\nrows +2\ncalls +1\nskipped \(outbound\) +1\nskipped \(unfinished\) +0\nDry run: no errors found/,
    );
    expect(await reputeJson([...importing, "--dry-run", await written("calls.csv", stdin)], env)).toMatchObject({
      stored: false,
    });
    expect((await repute([...importing, "-"], { env, stdin })).stdout).toMatch(/^added or changed +1$/m);
  });
});

describe("repute import-calls", () => {
  const workspace = freshWorkspace();
  const importing = ["import-calls", "--account", "acme"];
  beforeEach(() => reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], workspace().env));

  it("names the rows and headings with errors, without their values", async () => {
    const { env } = workspace();
    const stdin = [heading, row("CAL1"), row("").replace("2026-03-02", "Ann Example"), `${row("CAL3")},more`].join(
      "\n",
    );
    const { code, stdout, stderr } = await repute([...importing, "-"], { env, stdin });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.split("\n")).toEqual([
      "error: The file has errors, so nothing was stored.",
      "row 3: Call ID is missing: expected a call ID of at most 255 characters",
      "row 3: Start Time: expected a date and time such as 2026-03-02T09:00:00-07:00, 2026-03-02 09:00 or 3/2/2026 9:00 AM",
      "row 4 has 9 cells, expected 8",
      "",
    ]);
  });

  it.each([
    [
      "a file that is not an export",
      "auto",
      "a,b\n1,2\n",
      /^error: The file must be an export of CallRail .* or of Twilio .*\n$/,
    ],
    ["an export of another call tracker", "twilio", `${heading}\n${row("CAL1", ",,,")}`, /^error: The file has errors/],
  ])("rejects %s", async (_, format, stdin, expected) => {
    const { code, stderr } = await repute([...importing, "--format", format, "-"], { env: workspace().env, stdin });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(expected) });
  });

  it("prints one line for an unknown account, a missing file or an unknown format", async () => {
    const { env } = workspace();
    expect(await repute(["import-calls", "--account", "zenith", "x.csv"], { env })).toMatchObject({ code: 1 });
    const { stderr } = await repute([...importing, "missing.csv"], { env });
    expect(stderr).toBe("error: Cannot read missing.csv: the file does not exist.\n");
    expect(await repute([...importing, "--format", "csv", "x.csv"], { env })).toMatchObject({ code: 2 });
  });
});
