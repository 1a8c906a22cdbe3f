import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { openSmtpSink } from "../../../test/smtp-sink.js";
import type { Environment } from "../src/settings/setting.js";
import { repute, reputeJson } from "./support/command-line.js";
import { freePort } from "./support/free-port.js";
import { engines, freshWorkspace } from "./support/workspace.js";

type Findings = readonly { readonly check: string; readonly state: string; readonly message: string }[];

async function doctor(env: Environment) {
  const { code, stdout } = await repute(["doctor", "--json"], { env });
  const { checks } = JSON.parse(stdout) as { readonly checks: Findings };
  const of = (name: string) =>
    checks.filter(({ check }) => check === name).map((one) => `${one.state}: ${one.message}`);
  return { code, checks, of };
}

describe.each(engines)("repute doctor on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it("warns about a new database, and finds nothing to say about one that is served and backed up", async () => {
    const { env, folder, serve } = workspace();
    const first = await doctor(env);
    expect(first.code).toBe(0);
    expect(first.of("database")).toEqual([expect.stringMatching(/^ok: .* is open with (SQLite|PostgreSQL) \d+\./)]);
    expect(first.of("jobs")).toEqual([expect.stringMatching(/^warning: .*never run/)]);
    expect(first.of("backup")).toEqual([expect.stringMatching(/^warning: No backup/)]);

    const port = String(await freePort());
    const { running } = await serve(["serve"], { PORT: port });
    await running.printed(/Nightly cleanup finished/);
    if (engine === "SQLite") await reputeJson(["backup", `${join(folder, "backups")}/`], env);
    const { of, code, checks } = await doctor({ ...env, PORT: port });
    expect(code).toBe(0);
    expect(of("ports")).toEqual([`ok: Repute serves http://127.0.0.1:${port} and is ready`]);
    const doubts = checks.filter(({ state, check }) => state !== "ok" && check !== "disk" && check !== "files");
    expect(doubts.map(({ check }) => check)).toEqual(engine === "SQLite" ? [] : ["backup"]);
    if (engine === "SQLite") expect(of("disk").join("\n")).toContain(join(folder, "backups"));
  });
});

describe("repute doctor", () => {
  const workspace = freshWorkspace();

  it("checks only the settings if one is invalid, and shows no secret", async () => {
    const { env } = workspace();
    const bad = { ...env, PORT: "eighty", SMTP_URL: "smtp://user:hunter2@", MAIL_FORM: "a@b.example" };
    const { code, checks } = await doctor(bad);
    expect(code).toBe(1);
    expect(checks.map(({ check, state }) => `${check} ${state}`)).toEqual([
      ...["configuration wrong", "configuration wrong", "configuration warning"],
    ]);
    expect(JSON.stringify(checks)).not.toContain("hunter2");
  });

  it("prints a line for each finding", async () => {
    const { env } = workspace();
    const { code, stdout } = await repute(["doctor"], { env: { ...env, TRUST_PROXY: "true" } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^warning +configuration +TRUST_PROXY=true trusts/m);
    expect(stdout).toMatch(/^warning +proxy +TRUST_PROXY is set without BASE_URL/m);
    expect(stdout).toMatch(/^ok +migrations +No migration is pending$/m);
  });

  it("finds a missing database, a file that others can read, and a proxy that does not fit", async () => {
    const { env, folder } = workspace();
    await chmod(join(folder, "repute.db"), 0o644);
    const uploads = join(folder, "repute.db", "uploads");
    const { of } = await doctor({ ...env, BASE_URL: "https://repute.example.com", UPLOAD_DIR: uploads });
    expect(of("files")).toContainEqual(
      expect.stringMatching(/^wrong: This user cannot create .*repute\.db\/uploads\./),
    );
    // SQLite gives its log files the permissions of the database. They may exist when the doctor looks.
    expect(of("files")).toContainEqual(expect.stringMatching(/^warning: Other users.*chmod o= '.*repute\.db'$/));
    expect(of("proxy")).toEqual([expect.stringMatching(/^warning: BASE_URL is at a proxy, but TRUST_PROXY/)]);
    const absent = await doctor({ ...env, DATABASE_URL: `sqlite:${join(folder, "none", "repute.db")}` });
    expect(absent.code).toBe(1);
    expect(absent.of("database")).toEqual([expect.stringMatching(/^wrong: .*does not exist.*repute migrate/)]);
  });

  it("finds a port that another program uses, and public metrics", async () => {
    const { env, serve } = workspace();
    const sink = await openSmtpSink();
    const used = await doctor({ ...env, PORT: String(sink.port) });
    const port = String(await freePort());
    await serve(["serve"], { PORT: port, METRICS: "on" });
    const open = await doctor({ ...env, PORT: port, METRICS: "on", BASE_URL: `http://localhost:${port}` });
    await sink.close();
    expect(used.of("ports")).toEqual([expect.stringMatching(/^wrong: .*another program uses this port/)]);
    expect(open.of("proxy")).toEqual([expect.stringMatching(/^wrong: Everyone can read .*\/metrics/)]);
    expect([used.code, open.code]).toEqual([1, 1]);
  });

  it("signs in to the mail server, and sends nothing", async () => {
    const { env } = workspace();
    const sink = await openSmtpSink({ auth: { user: "ada", pass: "right" } });
    const smtp = (pass: string) =>
      doctor({ ...env, MAIL_FROM: "a@b.example", SMTP_URL: `smtp://ada:${pass}@127.0.0.1:${sink.port}?tls=off` });
    const [right, wrong] = [await smtp("right"), await smtp("hunter2")];
    await sink.close();
    const unreachable = await smtp("right");
    expect(right.of("smtp")).toEqual([expect.stringMatching(/^ok: /)]);
    expect(wrong.of("smtp")).toEqual([expect.stringMatching(/^wrong: .*\(SMTP_535\)/)]);
    expect(unreachable.of("smtp")).toEqual([expect.stringMatching(/^wrong: .*\(E[A-Z]+\)/)]);
    expect(sink.mails).toEqual([]);
  });
});
