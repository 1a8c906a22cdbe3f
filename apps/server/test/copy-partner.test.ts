import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { repute, reputeJson } from "./support/command-line.js";
import { aPartner } from "./support/partner.js";
import { practiceLines } from "./support/practice.js";
import { freshWorkspace } from "./support/workspace.js";

const workspace = freshWorkspace();
const partner = aPartner();

it("repute copy works with a partner's signature while the client is enabled", async () => {
  const { folder, bundle, serve } = workspace();
  const env = { ...workspace().env, JWK_URL_ALLOW: partner().origin };
  await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
  await reputeJson(["load", "--account", "acme", await bundle(practiceLines)], env);
  const register = ["client", "register", "--account", "acme", "--name", "copy", "--jwk-url", partner().jwkUrl];
  const { client_id: id } = await reputeJson<{ client_id: string }>(register, env);
  const { baseUrl } = await serve(["serve"], env);
  const keyFile = join(folder, "private-key.pem");
  await writeFile(keyFile, partner().privateKey());
  const target = ["--to", `sqlite:${join(folder, "copy.db")}`, "--verify"];
  const order = (...more: readonly string[]) =>
    repute(["copy", "--from", baseUrl, "--client-id", id, "--key-file", keyFile, ...target, ...more], { env: {} });

  expect(await order("--key-id", "1")).toMatchObject({
    code: 0,
    stderr: "",
    stdout: expect.stringMatching(/rows? copied/),
  });
  const refused = {
    code: 1,
    stderr: expect.stringMatching(/^error: The source \S+ responded: .*\(401 invalid_client/),
  };
  expect(await order("--key-id", "2")).toMatchObject(refused);
  expect(await order("--key-id", "1", "--token-url", "ftp://x")).toMatchObject({ code: 2 });
  await reputeJson(["client", "disable", "--id", id], env);
  expect(await order("--key-id", "1")).toMatchObject(refused);
});
