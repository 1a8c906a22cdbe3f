import { once } from "node:events";
import { get as httpGet, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "@jest/globals";
import { accountWithToken } from "./support/account.js";
import { reputeJson } from "./support/command-line.js";
import { get } from "./support/http.js";
import { longPractice } from "./support/practice.js";
import { beginList } from "./support/raw-list.js";
import { engines, freshWorkspace } from "./support/workspace.js";

const count = 4_000;

describe("a server that receives a stop signal with DRAIN_DELAY_SECONDS", () => {
  const workspace = freshWorkspace();

  it("accepts connections and returns 503 for /readyz during the delay", async () => {
    const { baseUrl, running } = await workspace().serve(["serve"], { DRAIN_DELAY_SECONDS: "5" });
    running.signal("SIGTERM");
    await running.printed(/Stopping on SIGTERM/);
    expect(await get(baseUrl, "/readyz")).toMatchObject({ status: 503, body: { code: "not_ready" } });
    const alive = await fetch(`${baseUrl}/healthz`);
    expect([alive.status, alive.headers.get("connection")]).toEqual([200, "close"]);
    expect((await running.ended).code).toBe(0);
    await expect(fetch(`${baseUrl}/healthz`)).rejects.toThrow();
  });
});

describe.each(engines)("a server that receives a stop signal on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it("completes a running list", async () => {
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
    await refusal(baseUrl);
    const body = JSON.parse(await text(response)) as { items: unknown[] };
    expect(body.items).toHaveLength(count);
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(stdout).toContain('"msg":"Stopped"');
  });

  it("records in the audit trail that it cut off a list", async () => {
    const { env, bundle, serve } = workspace();
    const token = await accountWithToken(env);
    await reputeJson(["load", "--account", "acme", await bundle(longPractice(count))], env);
    const { baseUrl, running } = await serve(["serve"], { DRAIN_SECONDS: "0" });
    await beginList(baseUrl, "/v2/reviews", token);
    running.signal("SIGTERM");
    expect((await running.ended).code).toBe(0);
    const { items } = await reputeJson<{ items: readonly object[] }>(["audit", "--account", "acme"], env);
    expect(items.at(-1)).toMatchObject({
      ...{ action: "GET /v2/reviews", outcome: "aborted", origin: { address: "127.0.0.1", cut: "stop" } },
    });
  });
});

async function refusal(baseUrl: string): Promise<void> {
  while (await fetch(`${baseUrl}/healthz`).catch(() => undefined));
}
