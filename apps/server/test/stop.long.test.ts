import { once } from "node:events";
import { get as httpGet, type IncomingMessage } from "node:http";
import { describe, expect, it } from "@jest/globals";
import { printed, reputeInChild } from "./support/child-process.js";
import { reputeJson } from "./support/command-line.js";
import { longPractice } from "./support/practice.js";
import { freshWorkspace } from "./support/workspace.js";

describe("a server that receives a second stop signal", () => {
  const workspace = freshWorkspace();

  it("stops immediately, although a list is still being read", async () => {
    const { env, bundle } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    await reputeJson(["load", "--account", "acme", await bundle(longPractice())], env);
    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const child = reputeInChild(["serve"], { ...env, LOG_LEVEL: "info" });
    const closed = once(child, "close");
    const [, baseUrl = ""] = await printed(child.stdout, /Listening on (http:[^\s"]+)/);
    child.stdout.resume();
    const [list] = (await once(httpGet(`${baseUrl}/v2/reviews`, { headers: { "api-token": token } }), "response")) as [
      IncomingMessage,
    ];
    list.on("error", () => {});
    const insist = setInterval(() => child.kill("SIGTERM"), 300);
    expect(await closed).toEqual([null, "SIGTERM"]);
    clearInterval(insist);
  });
});
