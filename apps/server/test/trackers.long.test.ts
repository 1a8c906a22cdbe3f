import { createHmac } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { type Standby, standby } from "./support/standby.js";
import { engines, freshWorkspace, tokenKeys } from "./support/workspace.js";

const key = "a-callrail-key";
const generic = Buffer.alloc(24, "k").toString("base64");

const call = (id: string, more: object = {}) => ({
  ...{ id, customer_phone_number: "+18015550142", tracking_phone_number: "+18015550100", duration: 61 },
  ...{ direction: "inbound", start_time: new Date().toISOString(), timestamp: new Date().toISOString() },
  ...{ source_name: "Google", ...more },
});

/** Posts an event as CallRail does. Returns the status of the response, or `undefined` without a response. */
async function send(baseUrl: string, path: string, event: object, secret = key): Promise<number | undefined> {
  const body = JSON.stringify(event);
  const signature = createHmac("sha1", secret).update(body).digest("base64");
  const headers = { "content-type": "application/json", signature };
  return fetch(baseUrl + path, { method: "POST", body, headers }).then(
    ({ status }) => status,
    () => undefined,
  );
}

/** Posts a text message as another system does, after Standard Webhooks. */
async function sendText(baseUrl: string, path: string, id: string, text: string): Promise<number> {
  const [body, at] = [JSON.stringify({ from: "+18015550142", text }), String(Math.floor(Date.now() / 1_000))];
  const signature = createHmac("sha256", Buffer.from(generic, "base64")).update(`${id}.${at}.${body}`).digest("base64");
  const signed = { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": `v1,${signature}` };
  const headers = { "content-type": "application/json", ...signed };
  return (await fetch(baseUrl + path, { method: "POST", body, headers })).status;
}

describe.each(engines)("call trackers that send events to repute serve on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const started = new Set<Standby>();
  afterEach(async () => {
    await Promise.all([...started].map((one) => one.kill()));
    started.clear();
  });

  /** Creates an account with a token and two trackers. */
  async function practice() {
    const env = { TOKEN_KEYS: tokenKeys, ...workspace().env };
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const create = ["token", "create", "--account", "acme", "--kind", "account-key"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const tracker = async (name: string, kind: string, secret: string) => {
      const file = join(workspace().folder, `${name}.txt`);
      await writeFile(file, `${secret}\n`);
      const options = ["--account", "acme", "--name", name, "--kind", kind, "--key-file", file];
      return (await reputeJson<{ path: string }>(["tracker", "create", ...options], env)).path;
    };
    const server = () => {
      const one = standby(env);
      started.add(one);
      return one;
    };
    const [calls, texts] = [await tracker("Calls", "callrail", key), await tracker("Texts", "generic", generic)];
    return { env, token, calls, texts, server };
  }

  type Shown = { readonly events: Record<string, number>; readonly latest: readonly object[] };
  const shown = (name: string, env: NodeJS.ProcessEnv) =>
    reputeJson<Shown>(["tracker", "show", "--account", "acme", "--name", name], env);

  /** Waits until the server has processed all events. Returns the calls. */
  async function processed(baseUrl: string, token: string, env: NodeJS.ProcessEnv) {
    for (;;) {
      const list = await reputeJson<{ items: { events: { waiting: number } }[] }>(
        ["tracker", "list", "--account", "acme"],
        env,
      );
      if (list.items.every(({ events }) => events.waiting === 0)) return items(baseUrl, "/v1/calls", token);
      await setTimeout(50);
    }
  }

  it("become calls and opt-outs, and are refused without the right key", async () => {
    const { env, token, calls, texts } = await practice();
    const { baseUrl } = await workspace().serve(["serve"], env);
    expect(await send(baseUrl, calls, call("CAL1"), "another-key")).toBe(401);
    expect(await send(baseUrl, `${calls.slice(0, -10)}x/events`, call("CAL1"))).toBe(404);
    expect(await send(baseUrl, calls, call("CAL1"))).toBe(204);
    expect(await sendText(baseUrl, texts, "m1", "Stop.")).toBe(204);
    expect(await processed(baseUrl, token, env)).toMatchObject([{ source: "Google" }]);
    expect(await sendText(baseUrl, texts, "m2", "START")).toBe(204);
    await processed(baseUrl, token, env);
    expect((await shown("Texts", env)).latest).toMatchObject([
      { state: "stored", reason: "ended an opt-out" },
      { state: "stored", reason: "began an opt-out" },
    ]);
  });

  it("are processed once if two servers receive them several times, and the servers are killed", async () => {
    const { env, token, calls, server } = await practice();
    const ids = Array.from({ length: 8 }, (_, index) => `CAL${index}`);
    const acknowledged = new Set<string>();
    for (let round = 0; round < 2; round += 1) {
      // SQLite serves one process at a time.
      const servers = engine === "SQLite" ? [server()] : [server(), server()];
      const running = await Promise.all(servers.map((one) => one.serve()));
      const sent = ids.slice(round * 4, round * 4 + 4).flatMap((id) => {
        const event = call(id);
        return [...running, ...running].map(async ({ baseUrl }) => {
          if ((await send(baseUrl, calls, event)) === 204) acknowledged.add(id);
        });
      });
      await Promise.race(sent);
      await Promise.all(running.map((one) => one.kill()));
      await Promise.all(sent);
    }
    expect(acknowledged.size).toBeGreaterThan(0);
    const { baseUrl } = await server().serve();
    // The first event lets the server look for events at once.
    expect(await send(baseUrl, calls, call("LAST"))).toBe(204);
    const stored = await processed(baseUrl, token, env);
    expect((await shown("Calls", env)).events).toMatchObject({ stored: stored.length, unmapped: 0 });
    expect(stored.length).toBeGreaterThan(acknowledged.size);
    expect(stored.length).toBeLessThanOrEqual(ids.length + 1);
  });
});
