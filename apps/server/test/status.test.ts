import { describe, expect, it } from "@jest/globals";
import { accountWithToken } from "./support/account.js";
import { repute } from "./support/command-line.js";
import { engines, freshWorkspace } from "./support/workspace.js";

describe.each(engines)("repute status on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it("lists accounts, and ends with exit code 1 while data fails", async () => {
    const { env } = workspace();
    await accountWithToken(env);
    const status = (...options: string[]) => repute(["status", ...options], { env });
    expect(await status()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^acme +unknown +no data arrived yet/m),
    });
    const bundle = await workspace().bundle([{ kind: "platform", id: 3, name: "Google", is_survey: false }]);
    await repute(["load", "--account", "acme", bundle], { env });
    expect(await status()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^acme +unknown +bundles +20/m) });

    const broken = await workspace().bundle([{ kind: "platform" }]);
    await repute(["load", "--account", "acme", broken], { env });
    expect(await status()).toMatchObject({
      ...{ code: 1, stderr: "", stdout: expect.stringMatching(/^acme +failing +bundles, failed at 20/m) },
    });
    const { code, stdout } = await status("--account", "acme");
    expect(code).toBe(1);
    expect(stdout).toContain("acme (acme): failing.");
    expect(stdout).toMatch(/^bundles +failing +20.* 1 +20/m);
    expect(stdout).toMatch(/^1 +api-token +\S+ +enabled +never +never/m);
    const asJson = await status("--json");
    expect(JSON.parse(asJson.stdout)).toMatchObject({
      accounts: [{ key: "acme", state: "failing", sources: [{ name: "bundles", state: "failing" }] }],
    });
    expect(asJson.code).toBe(1);
  });
});
