import { describe, expect, it } from "@jest/globals";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { aReview, practiceLines } from "./support/practice.js";
import { engines, freshWorkspace } from "./support/workspace.js";

describe.each(engines)("repute rebuild on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it("renders the same lists again, for one account or for all", async () => {
    const { env, bundle, serve } = workspace();
    for (const key of ["acme", "zenith"]) {
      await reputeJson(["account", "create", "--key", key, "--name", key], env);
    }
    await reputeJson(
      ["load", "--account", "acme", await bundle([...practiceLines, aReview(1, "2026-03-01T17:05:00Z")])],
      env,
    );
    const { token } = await reputeJson<{ token: string }>(
      ["token", "create", "--account", "acme", "--kind", "api-token"],
      env,
    );
    const { baseUrl } = await serve();
    const before = await items(baseUrl, "/v2/reviews", token);

    expect(await reputeJson(["rebuild"], env)).toEqual({
      items: [
        { account: "acme", invites: 0, reviews: 1, surveys: 0, survey_responses: 0, conversions: 0 },
        { account: "zenith", invites: 0, reviews: 0, surveys: 0, survey_responses: 0, conversions: 0 },
      ],
    });
    expect(await reputeJson(["rebuild", "--account", "acme"], env)).toEqual({
      items: [{ account: "acme", invites: 0, reviews: 1, surveys: 0, survey_responses: 0, conversions: 0 }],
    });
    expect(before).toHaveLength(1);
    expect(await items(baseUrl, "/v2/reviews", token)).toEqual(before);
  });

  it("prints one line for an unknown account", async () => {
    const { env } = workspace();
    await reputeJson(["migrate"], env);
    expect(await repute(["rebuild", "--account", "nobody"], { env })).toEqual({
      code: 1,
      stdout: "",
      stderr: 'error: No account has the key "nobody".\n',
    });
  });
});
