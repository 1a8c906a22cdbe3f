import { describe, expect, it } from "@jest/globals";
import { openDomain } from "../src/open-domain.js";
import { readConfig } from "../src/settings/config.js";
import type { Environment } from "../src/settings/setting.js";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const aSubmission = (name: string, isTest: boolean) => ({
  submission_date: "2026-03-02T17:05:00Z",
  scct_parameter: "spring-1",
  phone_number: "8015550142",
  conversion_type: "Online",
  patient_name: name,
  is_test: isTest,
});

describe.each(engines)("test submissions on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  async function account(env: Environment, key: string): Promise<string> {
    await reputeJson(["account", "create", "--key", key, "--name", key], env);
    const create = ["token", "create", "--account", key, "--kind", "api-token"];
    return (await reputeJson<{ token: string }>(create, env)).token;
  }

  async function post(baseUrl: string, token: string, name: string, isTest: boolean): Promise<string> {
    const response = await fetch(`${baseUrl}/v1/online-submissions/upload`, {
      method: "POST",
      headers: { "api-token": token, "Content-Type": "application/json" },
      body: JSON.stringify(aSubmission(name, isTest)),
    });
    return ((await response.json()) as { readonly status: string }).status;
  }

  it("are deleted by the command, recorded and accepted again, while real ones stay", async () => {
    const { env, serve } = workspace();
    const [token] = [await account(env, "acme"), await account(env, "zenith")];
    const { baseUrl, running } = await serve(["serve"], { LOG_LEVEL: "info" });
    // Wait for the cleanup at startup, which could delete a test submission between two requests.
    await running.printed(/Nightly cleanup finished/);
    expect(await post(baseUrl, token, "Cal", false)).toBe("accepted");
    expect(await post(baseUrl, token, "Test", true)).toBe("accepted");
    expect(await post(baseUrl, token, "Test", true)).toBe("duplicate");
    expect(await reputeJson(["purge-test-submissions"], env)).toEqual({
      items: [
        { account: "acme", removed: 1 },
        { account: "zenith", removed: 0 },
      ],
    });
    expect(await post(baseUrl, token, "Test", true)).toBe("accepted");
    expect(await post(baseUrl, token, "Cal", false)).toBe("duplicate");
    expect(await items(baseUrl, "/v2/conversions", token)).toHaveLength(1);
    const trail = await repute(["audit", "--account", "acme"], { env });
    expect(trail.stdout).toMatch(/ operator: purge_test_submissions 1 rows: ok \(user /);
  });

  it("are deleted at a start only if no cleanup ran during the last night", async () => {
    const { env, serve } = workspace();
    const token = await account(env, "acme");
    const { domain, close } = await openDomain(readConfig(env));
    const by = await domain.access.authenticate("submissions", token);
    await domain.submissions.batch({ submissions: [aSubmission("Cal", false), aSubmission("Ann", true)] }, { by });
    await close();

    const first = await serve(["serve"], { LOG_LEVEL: "info" });
    await first.running.printed(/Nightly cleanup finished\. Test submissions deleted: 1"/);
    expect(await post(first.baseUrl, token, "Test", true)).toBe("accepted");
    first.running.signal("SIGTERM");
    expect(await first.running.ended).toMatchObject({ code: 0 });

    const second = await serve(["serve"], { LOG_LEVEL: "info" });
    expect(await post(second.baseUrl, token, "Test", true)).toBe("duplicate");
    second.running.signal("SIGTERM");
    expect((await second.running.ended).stdout).not.toContain("Nightly cleanup");
  });

  it("are counted in a table", async () => {
    const { env } = workspace();
    await account(env, "acme");
    expect(await repute(["purge-test-submissions"], { env })).toEqual({
      code: 0,
      stdout: "account  removed\nacme           0\n",
      stderr: "",
    });
  });
});
