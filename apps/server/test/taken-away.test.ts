import { rm } from "node:fs/promises";
import { describe, expect, it } from "@jest/globals";
import { reputeJson } from "./support/command-line.js";
import { get } from "./support/http.js";
import { freshWorkspace } from "./support/workspace.js";

describe("a server whose database file is deleted", () => {
  const workspace = freshWorkspace();

  it("returns an error instead of storing data in the deleted file", async () => {
    const { env, serve } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const create = ["token", "create", "--account", "acme", "--kind", "web-forms"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const { baseUrl } = await serve();
    const submission = {
      submission_date: "2026-03-02T17:05:00Z",
      scct_parameter: "s-1",
      phone_number: "+18015550142",
      conversion_type: "Online",
      patient_name: "Cal Reed",
    };
    const upload = async () => {
      const response = await fetch(`${baseUrl}/v1/online-submissions/upload`, {
        method: "POST",
        headers: { "api-token": token, "Content-Type": "application/json" },
        body: JSON.stringify(submission),
      });
      return { status: response.status, body: (await response.json()) as { readonly code?: string } };
    };
    expect((await upload()).status).toBe(201);
    expect((await get(baseUrl, "/readyz")).status).toBe(200);

    await rm((env["DATABASE_URL"] ?? "").replace("sqlite:", ""));

    expect(await upload()).toMatchObject({ status: 503, body: { code: "database_replaced" } });
    expect((await get(baseUrl, "/readyz")).status).toBe(503);
  });
});
