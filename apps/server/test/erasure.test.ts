import { writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { accountWithToken } from "./support/account.js";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const lines = [
  { kind: "call", id: 1, called_at: "2026-03-02T16:00:00Z", from_number: "801-555-0142", tracking_number: "0100" },
  { kind: "call", id: 2, called_at: "2026-03-02T17:00:00Z", from_number: "801-555-0199", tracking_number: "0100" },
  { kind: "stop", contact: "801-555-0142" },
];

describe.each(engines)("repute erase on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it("erases a person while the server runs, and lists the data that it does not reach", async () => {
    const { env, folder, serve } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme", "--time-zone", "America/Denver"], env);
    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const file = join(folder, "acme.ndjson");
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
    await reputeJson(["load", "--account", "acme", file], env);
    const { baseUrl } = await serve();

    const erase = ["erase", "--account", "acme", "--phone", "(801) 555-0142"];
    const dry = await repute([...erase, "--dry-run"], { env });
    const columns = "time \\(America/Denver\\) +patient id +name +location +detail";
    const found = `Calls: 1\n${columns}\n2026-03-02 09:00 +from 801-555-0142\n\nOpt-outs from messages: 1\n${columns}\n +\\+18015550142\n`;
    expect(dry.stdout).toMatch(
      new RegExp(`^${found}Dry run: nothing was erased.\nNot erased by this command:\n- Backups contain `),
    );
    const person = ["person", "--account", "acme"];
    const looked = await repute([...person, "--phone", "801-555-0142"], { env });
    expect(looked.stdout).toMatch(new RegExp(`^${found}$`));
    expect(await reputeJson([...person, "--name", "Cal Reed"], env)).toMatchObject({ records: [], patients: [] });
    expect((await repute([...person, "--name", "Cal Reed"], { env })).stdout).toBe("No records were found.\n");
    expect(await repute([...person, "--name", "Cal Reed", "--patient", "MRN-1"], { env })).toMatchObject({ code: 1 });
    expect(await items(baseUrl, "/v2/calls", token)).toHaveLength(2);

    expect(await reputeJson(erase, env)).toMatchObject({
      erased: true,
      kinds: { call: 1, stop: 1, appointment: 0 },
      not_reached: expect.arrayContaining([expect.stringContaining("backups")]),
    });
    const again = await repute(erase, { env });
    expect(again.stdout.includes("PostgreSQL")).toBe(
      /^postgres/.test((env as Record<string, string>)["DATABASE_URL"] ?? ""),
    );
    expect(await items(baseUrl, "/v2/calls", token)).toMatchObject([{ from_number: "+18015550199" }]);
    const trail = await repute(["audit", "--account", "acme"], { env });
    expect(trail.stdout).toMatch(/ operator: erase_person 2 rows: ok \(user /);
    expect(trail.stdout.match(/ operator: look_up_person \d rows?: ok/g)).toHaveLength(4);
    expect(trail.stdout).not.toContain("5550142");
  });

  it("requires exactly one identifier of the person, and never repeats it", async () => {
    const { env } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const refused = [
      ["--phone", "unknown"],
      ["--email", "none@example.com"],
      ["--patient", " "],
      [],
      ["--phone", "8015550142", "--patient", "MRN-5"],
    ];
    for (const named of refused) {
      const { code, stdout, stderr } = await repute(["erase", "--account", "acme", ...named], { env });
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(
        /^error: (The patient ID must|The phone number must|The email address must|Identify the person by) /,
      );
      expect(stderr).not.toContain("none@");
    }
  });
});

const appointment = {
  ...{ kind: "appointment", id: 1, appointment_at: "2026-03-05T15:00:00Z", patient_id: "MRN-1" },
  ...{ phone: "801-555-0101", email: "cal@example.com", patient_name: "Cal Reed" },
};
const visits = [
  "Patient ID,Patient Name,Mobile Phone,Email,Appointment Date",
  "MRN-1,Cal Reed,,,2026-05-28",
  "MRN-7,Cal Reed,(801) 555-0101,,2026-05-28",
  "MRN-8,Cal Reed,,CAL@example.com,2026-05-28",
];
const call = (id: string, phone: string) => `${id},${phone},801-555-0100,2026-03-02 09:00 AM,google,cpc,Spring,inbound`;
const calls = ["Call ID,Customer Phone,Tracking Number,Start Time,Source,Medium,Campaign,Direction"];

describe.each(engines)("an erased person on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  let token: string;
  const written = async (name: string, lines: readonly string[]) => {
    const file = join(workspace().folder, name);
    await writeFile(file, lines.join("\n"));
    return file;
  };
  const importing = async (command: string, name: string, lines: readonly string[]) =>
    reputeJson<{ suppressed: number }>([command, "--account", "acme", await written(name, lines)], workspace().env);

  beforeEach(async () => {
    const { env, bundle } = workspace();
    token = await accountWithToken(env);
    await reputeJson(["load", "--account", "acme", await bundle([appointment])], env);
    const erase = ["erase", "--account", "acme", "--patient", "MRN-1"];
    expect((await repute([...erase, "--dry-run"], { env })).stdout).not.toContain("Identifiers");
    expect((await repute(erase, { env })).stdout).toContain("\nIdentifiers that imports drop from now on: 3.");
  });

  it("does not reappear with later imports, which count the dropped rows", async () => {
    const { env, serve } = workspace();
    const others = ["MRN-9,Ann Lee,801-555-0109,,2026-05-28"];
    expect(await importing("import-appointments", "may.csv", [...visits, ...others])).toMatchObject({
      rows_processed: 1,
      suppressed: 3,
    });
    expect(await importing("import-appointments", "erased.csv", visits)).toMatchObject({ suppressed: 3 });
    const both = [...calls, call("CAL1", "(801) 555-0101"), call("CAL2", "801-555-0109")];
    expect(await importing("import-calls", "calls.csv", both)).toMatchObject({ calls: 1, suppressed: 1 });
    const { baseUrl } = await serve();
    expect(await items(baseUrl, "/v2/calls", token)).toMatchObject([{ from_number: "+18015550109" }]);
    const shown = await repute(["imports", "show", "--account", "acme", "--id", "1"], { env });
    expect(shown.stdout).toMatch(/\nrows about erased people, dropped {2,}3\n/);
    const trail = await repute(["audit", "--account", "acme"], { env });
    expect(trail.stdout).not.toMatch(/MRN|cal@|0101/);
  });

  it("is rejected in a bundle until the suppression is lifted", async () => {
    const { env, bundle } = workspace();
    const load = ["load", "--account", "acme", await bundle([appointment])];
    const refused = await repute(load, { env });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("\nline 1: appointment is about an erased person;");
    const lift = ["erase", "--account", "acme", "--email", "cal@example.com", "--lift"];
    expect((await repute([...lift, "--dry-run"], { env })).stderr).toBe("error: Use either --lift or --dry-run.\n");
    expect((await repute(lift, { env })).stdout).toBe("Identifiers lifted: 3.\n");
    expect((await repute(lift, { env })).stdout).toBe("The person is not on the suppression list.\n");
    expect((await repute(load, { env })).code).toBe(0);
    expect(await importing("import-appointments", "may.csv", visits)).toMatchObject({
      rows_processed: 3,
      suppressed: 0,
    });
    const trail = await repute(["audit", "--account", "acme"], { env });
    expect(trail.stdout).toMatch(
      / operator: load_bundle: bundle_invalid \(user [^]* operator: lift_suppression 3 rows: ok/,
    );
  });

  it("stays suppressed after the token keys change", async () => {
    const { env } = workspace();
    const file = await written("may.csv", visits);
    const importAgain = ["import-appointments", "--account", "acme", file];
    const changed = { ...env, TOKEN_KEYS: `2:${Buffer.alloc(32, 7).toString("base64")}` };
    expect(await reputeJson(importAgain, changed)).toMatchObject({ suppressed: 3 });
  });
});
