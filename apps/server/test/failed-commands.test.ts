import { writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { reportFigure } from "../../../test/torture.js";
import { repute, reputeJson } from "./support/command-line.js";
import { engines, freshWorkspace } from "./support/workspace.js";

type Failure = readonly [command: string, file: string, action: string, outcome: string, more?: readonly string[]];

const survey = ["--type", "OASCAHPS"];
const failures: readonly Failure[] = [
  ["load", "missing", "load_bundle", "file_unreadable"],
  ["load", "text", "load_bundle", "bundle_invalid"],
  ["import-calls", "missing", "import_calls", "file_unreadable"],
  ["import-calls", "calls", "import_calls", "calls_invalid"],
  ["import-reviews", "calls", "import_reviews", "invalid_parameter", ["--platform", "3"]],
  ["import-appointments", "missing", "import_appointments", "file_unreadable"],
  ["import-appointments", "headings", "import_appointments", "empty_file"],
  ["import-appointments", "visits", "import_appointments", "connection_not_found", ["--connection", "ehr"]],
  ["parse-patient-survey", "missing", "parse_patient_survey", "file_unreadable", survey],
  ["parse-patient-survey", "text", "parse_patient_survey", "file_unreadable", survey],
];

type Trail = { readonly items: readonly Readonly<Record<string, unknown>>[] };

describe.each(engines)("failed loads and imports on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it("add one audit record each, with error code and user, except in a dry run", async () => {
    const { env, folder } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const files: Readonly<Record<string, string>> = {
      text: "no table and no bundle",
      calls: "Call ID,Customer Phone,Tracking Number,Start Time\nCAL1,8015550142,8015550100,never",
      headings: "Patient ID,Patient Name,Appointment Date\n",
      visits: "Patient ID,Patient Name,Appointment Date\nMRN-1,Cal Reed,2026-05-28\n",
    };
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const recorded: unknown[] = [];
    for (const [command, file, action, outcome, more = []] of failures) {
      const args = [command, "--account", "acme", ...more, join(folder, file)];
      expect((await repute(args, { env })).code).toBeGreaterThan(0);
      recorded.push({ action, outcome });
      if (more.length === 0 && command !== "import-appointments") {
        expect((await repute([...args, "--dry-run"], { env })).code).toBe(1);
      }
    }
    const { items } = await reputeJson<Trail>(["audit", "--account", "acme"], env);
    const failed = items.filter((item) => item["outcome"] !== "ok");
    expect(failed.map(({ action, outcome }) => ({ action, outcome }))).toEqual(recorded);
    for (const { actor, origin } of failed) {
      expect([actor, origin]).toMatchObject(["operator", { os_user: userInfo().username }]);
    }
    reportFigure(`${engine}: ${failed.length} of ${failures.length} failed loads and imports are in the audit trail`);
  });
});
