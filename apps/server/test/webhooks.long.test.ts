import { createServer, type RequestListener, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { accountWithToken } from "./support/account.js";
import { repute, reputeJson } from "./support/command-line.js";
import { type Standby, standby } from "./support/standby.js";
import { engines, freshWorkspace, tokenKeys } from "./support/workspace.js";

type Change = { readonly list: string; readonly id: string; readonly op: string; readonly revision: number };
type Message = { readonly type: string; readonly data: { readonly changes?: readonly Change[] } };

/** Receiver of messages that verifies each of them. `answer` decides about a request by its number. */
function receiver() {
  const received: { readonly id: string; readonly body: string; readonly message: Message }[] = [];
  const state = { secret: "", running: 0, atOnce: 0, answer: (_: number): number | "hang" => 204 };
  const listener: RequestListener = async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    const body = Buffer.concat(pieces).toString();
    const headers = request.headers as Record<string, string>;
    const message = new Webhook(state.secret).verify(body, headers) as Message;
    state.running += 1;
    state.atOnce = Math.max(state.atOnce, state.running);
    received.push({ id: headers["webhook-id"] ?? "", body, message });
    response.on("close", () => (state.running -= 1));
    const status = state.answer(received.length);
    await setTimeout(20);
    if (status !== "hang") response.writeHead(status).end();
  };
  const server = createServer((request, response) => void listener(request, response));
  return { received, state, server };
}

describe.each(engines)("webhooks of repute serve on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const started = new Set<Standby>();
  const servers = new Set<Server>();
  afterEach(async () => {
    await Promise.all([...started].map((one) => one.kill()));
    started.clear();
    for (const one of servers) {
      one.closeAllConnections();
      one.close();
    }
    servers.clear();
  });

  async function practice() {
    const { received, state, server } = receiver();
    servers.add(server.listen(0, "127.0.0.1"));
    await once(server, "listening");
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { TOKEN_KEYS: tokenKeys, WEBHOOK_ALLOW: origin, ...workspace().env };
    const token = await accountWithToken(env);
    const create = ["webhook", "create", "--account", "acme", "--url", `${origin}/hooks`, "--lists", "conversions"];
    const { id, secret } = await reputeJson<{ id: string; secret: string }>(create, env);
    state.secret = secret;
    const one = () => {
      const other = standby(env);
      started.add(other);
      return other;
    };
    return { env, token, id, received, state, server: one };
  }

  let posted = 0;
  /** Posts a submission. Returns the id of its conversion, or `undefined` without a response. */
  async function post(baseUrl: string, token: string): Promise<string | undefined> {
    const phone = `801555${String((posted += 1)).padStart(4, "0")}`;
    const submission = { scct_parameter: "x", phone_number: phone, conversion_type: "Online", patient_name: "Bo Lee" };
    const headers = { "api-token": token, "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(submission) };
    return fetch(`${baseUrl}/v1/online-submissions/upload`, request).then(
      async (response) => ((await response.json()) as { conversion_id?: string }).conversion_id,
      () => undefined,
    );
  }

  const changesIn = (received: readonly { readonly message: Message }[]): readonly Change[] =>
    received.flatMap(({ message }) => message.data.changes ?? []);

  async function until(isDone: () => boolean): Promise<void> {
    while (!isDone()) await setTimeout(50);
  }

  it("arrive in order, one at a time and with every change, although servers are killed while they send", async () => {
    const { env, token, id, received, state, server } = await practice();
    // SQLite serves one process at a time.
    const count = engine === "SQLite" ? 1 : 2;
    state.answer = (number) => (number === 1 ? 503 : number === 3 ? "hang" : 204);
    const ids: (string | undefined)[] = [];
    const postTo = async (baseUrl: string) => ids.push(await post(baseUrl, token));
    const begin = () => Promise.all(Array.from({ length: count }, () => server().serve()));
    const first = await begin();
    for (let round = 0; round < 10; round += 1) await Promise.all(first.map(({ baseUrl }) => postTo(baseUrl)));
    await until(() => received.length >= 2);
    for (const { baseUrl } of first) await postTo(baseUrl);
    await until(() => received.length >= 3);
    const unanswered = first.map(({ baseUrl }) => postTo(baseUrl));
    await Promise.all(first.map((one) => one.kill()));
    await Promise.all(unanswered);
    const second = await begin();
    for (let round = 0; round < 10; round += 1) await Promise.all(second.map(({ baseUrl }) => postTo(baseUrl)));
    const acknowledged = ids.filter((one) => one !== undefined);
    const arrived = () => new Set(changesIn(received).map((one) => one.id));
    await until(() => acknowledged.every((one) => arrived().has(one)));
    expect(acknowledged.length).toBeGreaterThanOrEqual(21 * count);
    expect(state.atOnce).toBe(1);
    const bodies = new Map(received.map((one) => [one.id, one.body]));
    expect(received.every((one) => bodies.get(one.id) === one.body)).toBe(true);
    expect(bodies.size).toBeLessThan(received.length);
    const revisions = changesIn([...new Map(received.map((one) => [one.id, one])).values()]).map((one) => one.revision);
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
    const show = ["webhook", "show", "--account", "acme", "--id", id];
    const { deliveries } = await reputeJson<{ deliveries: { status: number }[] }>(show, env);
    expect(deliveries.at(-1)).toMatchObject({ number: 1, status: 503, type: "changes" });
  });

  it("can be tested, rotated, replayed, disabled and removed with commands", async () => {
    const { env, token, id, received, state, server } = await practice();
    const webhook = <T extends object>(name: string, ...more: string[]) =>
      reputeJson<T>(["webhook", name, "--account", "acme", ...(name === "list" ? [] : ["--id", id]), ...more], env);
    expect(await webhook("test")).toMatchObject({ type: "test", status: 204 });
    const { baseUrl } = await server().serve();
    await post(baseUrl, token);
    await until(() => changesIn(received).length > 0);
    const [change] = changesIn(received);
    const rotated = await webhook<{ secret: string }>("rotate");
    expect(await webhook("replay", "--since", "2020-01-01")).toMatchObject({ id, first_change_at: expect.any(String) });
    // The receiver still has the earlier secret.
    await until(() => changesIn(received).length > 1);
    state.secret = rotated.secret;
    expect(changesIn(received).at(-1)).toEqual(change);
    state.answer = () => 410;
    await post(baseUrl, token);
    const states = async () => (await webhook<{ items: { state: string }[] }>("list")).items[0];
    while ((await states())?.state !== "disabled") await setTimeout(50);
    expect(await states()).toMatchObject({ disabled_by: "gone" });
    const status = {
      code: 1,
      stdout: expect.stringMatching(new RegExp(`^acme +failing +${id}, failing since 20`, "m")),
    };
    expect(await repute(["status"], { env })).toMatchObject(status);
    state.answer = () => 204;
    const before = received.length;
    await webhook("enable");
    await until(() => received.length > before);
    expect(received.at(-1)?.id).toBe(received.at(-2)?.id);
    expect(await webhook("disable")).toMatchObject({ state: "disabled", disabled_by: "operator" });
    await webhook("remove");
    expect(await webhook("list")).toEqual({ items: [] });
  });
});
