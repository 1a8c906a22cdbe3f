import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
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

  it("takes a person out while the service runs, and says what it cannot reach", async () => {
    const { env, folder, serve } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const file = join(folder, "acme.ndjson");
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
    await reputeJson(["load", "--account", "acme", file], env);
    const { baseUrl } = await serve();

    const erase = ["erase", "--account", "acme", "--phone", "(801) 555-0142"];
    const dry = await repute([...erase, "--dry-run"], { env });
    expect(dry.stdout).toMatch(
      /^kind +found\ncall +1\nstop +1\ntotal +2\nDry run: nothing was erased.\nNot erased by this command:\n- Backups contain /,
    );
    expect(await items(baseUrl, "/v2/calls", token)).toHaveLength(2);

    expect(await reputeJson(erase, env)).toMatchObject({
      erased: true,
      kinds: { call: 1, stop: 1, appointment: 0 },
      not_reached: expect.arrayContaining([expect.stringContaining("backups")]),
    });
    expect(await items(baseUrl, "/v2/calls", token)).toMatchObject([{ from_number: "+18015550199" }]);
    const trail = await repute(["audit", "--account", "acme"], { env });
    expect(trail.stdout).toMatch(/ operator: erase_person 2 rows: ok \(user /);
    expect(trail.stdout).not.toContain("5550142");
  });

  it("wants one way of naming the person, and never repeats it", async () => {
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
