import type { Environment } from "../../src/settings/setting.js";
import { reputeJson } from "./command-line.js";

/** Creates an account. Returns a token that can read all `/v2` endpoints and post data. */
export async function accountWithToken(env: Environment, key = "acme"): Promise<string> {
  await reputeJson(["account", "create", "--key", key, "--name", key], env);
  return tokenOf(env, key, "api-token");
}

/** Creates a token of the given kind. */
export async function tokenOf(env: Environment, key: string, kind: string): Promise<string> {
  const { token } = await reputeJson<{ token: string }>(["token", "create", "--account", key, "--kind", kind], env);
  return token;
}
