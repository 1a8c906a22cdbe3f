import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { repute, reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { aReview, practiceLines } from "./support/practice.js";
import { freshWorkspace } from "./support/workspace.js";

type Moved = {
  readonly accounts: readonly { readonly key: string; readonly number: number; readonly new_number: number }[];
};

describe("repute move", () => {
  const workspace = freshWorkspace();

  it("moves an account that a new server then serves to the same token", async () => {
    const { env, folder, bundle, serve } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    await reputeJson(
      ["load", "--account", "acme", await bundle([...practiceLines, aReview(1, "2026-03-01T17:05:00Z")])],
      env,
    );
    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const to = `sqlite:${join(folder, "new.db")}`;

    expect(await reputeJson(["move", "--to", to, "--dry-run"], env)).toMatchObject({
      accounts: [{ key: "acme", rows: { reviews: 1 }, problem: null }],
    });
    expect(await reputeJson<Moved>(["move", "--to", to], env)).toMatchObject({
      accounts: [{ key: "acme", number: 1, new_number: 1, tables: { reviews: { rows: 1 } } }],
    });
    const { baseUrl } = await serve(["serve"], { DATABASE_URL: to });
    expect(await items(baseUrl, "/v2/reviews", token)).toHaveLength(1);

    const refused = await repute(["move", "--to", to, "--account", "acme", "--dry-run"], { env });
    expect(refused).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("was moved into another database") as unknown,
    });
    expect((await repute(["move", "--to", to], { env })).stdout).toBe("Moved no account\n");
    const absent = await repute(["move", "--from", `${to}.absent`, "--to", to], { env });
    expect(absent).toMatchObject({ code: 1, stderr: expect.stringContaining("does not exist") as unknown });
  });
});
