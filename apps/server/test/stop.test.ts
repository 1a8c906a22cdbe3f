import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { get as httpGet } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "@jest/globals";
import { reputeJson } from "./support/command-line.js";
import { longPractice } from "./support/practice.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const count = 4_000;

describe.each(engines)("a server that is told to stop on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it("lets a list that is on its way arrive whole", async () => {
    const { env, bundle, serve } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    await reputeJson(["load", "--account", "acme", await bundle(longPractice(count))], env);
    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const { baseUrl, running } = await serve();

    const request = httpGet(`${baseUrl}/v2/reviews`, { headers: { "api-token": token } });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    running.signal("SIGTERM");
    await running.printed(/Stopping on SIGTERM/);
    await expect(fetch(`${baseUrl}/healthz`)).rejects.toThrow();
    const body = JSON.parse(await text(response)) as { items: unknown[] };
    expect(body.items).toHaveLength(count);
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(stdout).toContain('"msg":"stopped"');
  });
});
