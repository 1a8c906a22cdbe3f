import { expect, it } from "@jest/globals";
import { reputeJson } from "./support/command-line.js";
import { freshWorkspace } from "./support/workspace.js";

const workspace = freshWorkspace();

it("the server accepts up to BULK_SUBMISSIONS submissions per request, and rejects a larger request as a whole", async () => {
  const { env, serve } = workspace();
  await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
  const create = ["token", "create", "--account", "acme", "--kind", "web-forms"];
  const { token } = await reputeJson<{ token: string }>(create, env);
  const { baseUrl } = await serve(["serve"], { BULK_SUBMISSIONS: "3" });
  const statusOf = async (count: number) => {
    const submissions = Array.from({ length: count }, (_, index) => ({
      submission_date: "2026-03-02T17:05:00Z",
      scct_parameter: `${count}-${index}`,
      phone_number: "8015550142",
      conversion_type: "Online",
      patient_name: "Cal Reed",
    }));
    const response = await fetch(`${baseUrl}/v1/online-submissions/bulk-upload`, {
      method: "POST",
      headers: { "api-token": token, "Content-Type": "application/json" },
      body: JSON.stringify({ submissions }),
    });
    const { code } = (await response.json()) as { readonly code?: string };
    return [response.status, code];
  };
  expect(await statusOf(3)).toEqual([201, undefined]);
  expect(await statusOf(4)).toEqual([413, "too_many_submissions"]);
});
