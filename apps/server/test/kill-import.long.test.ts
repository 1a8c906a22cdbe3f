import { randomInt } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import type { ImportRunItem } from "@repute/domain";
import { reportFigure, scaled } from "../../../test/torture.js";
import type { Environment } from "../src/settings/setting.js";
import { accountWithToken } from "./support/account.js";
import { printed, reputeInChild } from "./support/child-process.js";
import { reputeJson } from "./support/command-line.js";
import { get, items } from "./support/http.js";
import { practiceLines } from "./support/practice.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const rounds = scaled(3, 20);
const rows = scaled(1_500, 12_000);
const maxMilliseconds = scaled(250, 1_500);
const phases = ["checking", "storing", "reading"] as const;

const terms = [
  { kind: "import_connection", name: "ehr", require_date_of_birth: true, invite_interval_days: 7 },
  { kind: "stop", contact: "+18015552007" },
];
const phoneOf = (patient: number): string => `+1801555${2_000 + patient}`;
/** Calls from patients who have appointments later. */
const calls = Array.from({ length: 50 }, (_, index) => ({
  ...{ kind: "call", id: index + 1, called_at: "2026-02-15T17:00:00Z" },
  ...{ from_number: phoneOf(index * 13), tracking_number: "+18015550199" },
}));

/**
 * Creates a row of an appointment file. A third of the patients appear twice.
 * Some rows have an unknown location, no contact, no date of birth or a duplicate ID.
 */
function appointment(index: number): string {
  const patient = index % Math.ceil(rows / 1.5);
  const contact = index % 31 === 0 ? "," : `${phoneOf(patient % 7_000)},p${patient}@example.com`;
  const place = index % 17 === 0 ? "L-9" : "L-1";
  const birth = index % 23 === 0 ? "" : "1980-05-01";
  const id = index % 41 === 40 ? index - 1 : index;
  return `A${id},M${patient},Cal Reed${patient % 90},${birth},${contact},2026-02-${20 + (index % 8)} 14:30,${place},P-10`;
}

const heading = "Appointment ID,MRN,Patient Name,DOB,Mobile,Email,DOS,Location,Provider";
const table = [heading, ...Array.from({ length: rows }, (_, index) => appointment(index)), ""].join("\n");

describe.each(engines)("an import that is killed on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  const importing = (account: string, file: string): string[] => [
    ...["import-appointments", "--account", account, "--connection", "ehr", "--uploaded-at", "2026-03-01", file],
  ];

  async function practice(key: string, bundle: string): Promise<{ readonly key: string; readonly token: string }> {
    const { env } = workspace();
    const token = await accountWithToken(env, key);
    await reputeJson(["load", "--account", key, bundle], env);
    return { key, token };
  }

  /** Kills an import at a random time after a phase starts. Returns true if the import was still running. */
  async function killIn(phase: string, account: string, file: string, env: Environment): Promise<boolean> {
    const child = reputeInChild(importing(account, file), env);
    child.stdout.resume();
    // Short files may be read completely before the first progress message.
    await printed(child.stderr, phase === "reading" ? /(?:reading|checking) / : new RegExp(`${phase} `));
    const closed = once(child, "close");
    await Promise.race([closed, setTimeout(randomInt(maxMilliseconds))]);
    child.kill("SIGKILL");
    return (await closed)[1] === "SIGKILL";
  }

  /** Runs an import. Removes the attempt ID, which depends on the number of killed imports. */
  async function imported(args: readonly string[]): Promise<ImportRunItem> {
    const { attempt_id: _, ...run } = await reputeJson<ImportRunItem & { readonly attempt_id: number }>(
      args,
      workspace().env,
    );
    return run;
  }

  /** Returns all data of an account's first import run, without IDs and times that differ between accounts. */
  async function publishedData(baseUrl: string, token: string) {
    const ofRun = async (side: string) =>
      (
        (await get(baseUrl, `/v2/integration-imports/1/${side}`, token)).body as { records: Record<string, unknown>[] }
      ).records.map(({ match_info: info, ...record }) => ({ ...record, info: withoutId(info) }));
    const conversions = await items(baseUrl, "/v2/conversions", token);
    return {
      runs: await items(baseUrl, "/v2/integration-imports?show_test_runs=true", token),
      invites: await items(baseUrl, "/v2/invites", token),
      errors: [await ofRun("appointments"), await ofRun("invites")],
      conversions: conversions.map(({ modified_at: _, ...conversion }) => conversion),
    };
  }

  const withoutId = (info: unknown) => ({ ...(info as object | undefined), existing_id: undefined });

  it("has the same result as an undisturbed import when it is repeated", async () => {
    const { env, folder, bundle, serve } = workspace();
    const [file, lines] = [join(folder, "march.csv"), await bundle([...practiceLines, ...terms, ...calls])];
    await writeFile(file, table);
    const undisturbed = await practice("undisturbed", lines);
    const expected = await imported(importing(undisturbed.key, file));
    expect(expected.scheduled_invites).toBeGreaterThan(rows / 3);
    // Imports in test mode report every stored appointment as a duplicate.
    const again = (account: string) => [...importing(account, file), "--test"];
    const duplicates = await imported(again(undisturbed.key));

    const { baseUrl } = await serve();
    const whole = await publishedData(baseUrl, undisturbed.token);
    expect(whole.conversions.filter(({ patient_id: patient }) => patient !== null).length).toBeGreaterThan(0);
    const killed = new Map<string, number>(phases.map((phase) => [phase, 0]));
    for (let round = 0; round < rounds; round += 1) {
      const { key, token } = await practice(`round-${round}`, lines);
      const phase = phases[round % phases.length] as string;
      if (await killIn(phase, key, file, env)) killed.set(phase, (killed.get(phase) ?? 0) + 1);
      const runs = await items(baseUrl, "/v2/integration-imports", token);
      expect([[], [expected.import_id]]).toContainEqual(runs.map(({ import_id: id }) => id));

      if (runs.length === 0) expect(await imported(importing(key, file))).toEqual(expected);
      expect(await imported(again(key))).toEqual(duplicates);
      expect(await publishedData(baseUrl, token)).toEqual(whole);
    }
    const kills = phases.map((phase) => `${killed.get(phase)} while ${phase}`).join(", ");
    reportFigure(`${rounds} imports of ${rows} rows killed on ${engine} (${kills}): each as one that was not`);
  });
});
