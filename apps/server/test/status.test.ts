import { randomBytes } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { accountWithToken } from "./support/account.js";
import { repute, reputeJson } from "./support/command-line.js";
import { aReview, practiceLines } from "./support/practice.js";
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

  it("measures an account", async () => {
    const { env } = workspace();
    for (const key of ["acme", "beta"]) await reputeJson(["account", "create", "--key", key, "--name", key], env);
    type Sized = { readonly size?: { readonly rows: number; readonly bytes: number } };
    const sizeOf = async (...options: readonly string[]) =>
      (await reputeJson<{ accounts: readonly Sized[] }>(["status", ...options], env)).accounts[0]?.size;
    const [mine, other] = [await sizeOf("--account", "acme"), await sizeOf("--account", "beta")];
    const review = aReview(1, "2026-03-01T17:05:00Z", { comment: randomBytes(1_000).toString("base64") });
    await repute(["load", "--account", "acme", await workspace().bundle([...practiceLines, review])], { env });
    const { rows = 0, bytes = 0 } = (await sizeOf("--account", "acme")) ?? {};
    // The record and the list item contain the comment.
    const [minRows, minBytes] = [(mine?.rows ?? 0) + 10, (mine?.bytes ?? 0) + 2_600];
    expect([rows >= minRows, bytes >= minBytes]).toEqual([true, true]);
    expect(await sizeOf("--account", "beta")).toEqual(other);
    expect(await sizeOf()).toBeUndefined();
    const { stdout } = await repute(["status", "--account", "acme"], { env });
    expect(stdout).toMatch(new RegExp(`^Size: ${rows} rows with 0\\.0 MB of data$`, "m"));
  });

  it("judges sources by what is expected of them", async () => {
    const { env } = workspace();
    await accountWithToken(env);
    const expectation = (...options: string[]) => repute(["expect", "--account", "acme", ...options], { env });
    const bundles = ["--source", "bundles"];
    const set = await expectation(
      ...bundles,
      "--warn-after",
      "26h",
      "--error-after",
      "3d",
      "--days",
      "mon,sun",
      "--json",
    );
    expect(JSON.parse(set.stdout)).toEqual({
      ...{ account: "acme", source: "bundles", days: ["Monday", "Sunday"] },
      ...{ warn_after: { count: 26, period: "hour" }, error_after: { count: 3, period: "day" } },
    });
    const status = await repute(["status", "--account", "acme"], { env });
    expect(status).toMatchObject({ code: 0, stdout: expect.stringMatching(/^bundles +fresh +never +0 +Mon Sun/m) });
    expect(await expectation(...bundles)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Learning/) });
    expect((await repute(["status", "--account", "acme"], { env })).stdout).toContain("No data arrived yet.");

    await repute(["load", "--account", "acme", await workspace().bundle([])], { env });
    expect((await repute(["status", "--account", "acme"], { env })).stdout).toMatch(/^bundles /m);
    expect(await expectation(...bundles, "--ended")).toMatchObject({
      code: 0,
      stdout: "No data expected from bundles\n",
    });
    expect((await repute(["status", "--account", "acme"], { env })).stdout).toContain("No data arrived yet.");

    const refusals = [
      [["--source", "faxes", "--warn-after", "1d"], 1, "The source must be one of bundles, appointments"],
      [[...bundles, "--warn-after", "3d", "--error-after", "1d"], 1, "must not be longer"],
      [[...bundles, "--warn-after", "900000d"], 1, "between 1 minute and 90 days"],
      [[...bundles, "--warn-after", "soon"], 2, "Expected a number of minutes"],
      [[...bundles, "--warn-after", "1d", "--days", "monday"], 2, "Expected days of the week"],
    ] as const;
    for (const [options, code, message] of refusals)
      expect(await expectation(...options)).toMatchObject({ code, stderr: expect.stringContaining(message) });
  });
});
