import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { once } from "node:events";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { accountWithToken } from "./support/account.js";
import { repute, reputeJson } from "./support/command-line.js";
import { type Standby, standby } from "./support/standby.js";
import { type Engine, engines, freshWorkspace, tokenKeys, type Workspace } from "./support/workspace.js";

type Change = { readonly list: string; readonly id: string; readonly op: string; readonly revision: number };
type Message = { readonly type: string; readonly data: { readonly changes?: readonly Change[] } };
type Received = { readonly id: string; readonly body: string; readonly message: Message };

/**
 * Receiver of messages that verifies each of them. `answer` decides about a request by its number. While `isDeaf` is set,
 * the receiver accepts connections but reads nothing.
 */
function receiver() {
  const received: Received[] = [];
  const [hanging, deaf, sockets]: [ServerResponse[], Socket[], Set<Socket>] = [[], [], new Set()];
  const state = { secret: "", running: 0, atOnce: 0, isDeaf: false, answer: (_: number): number | "hang" => 204 };
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
    if (status === "hang") hanging.push(response);
    else response.writeHead(status).end();
  };
  const server = createServer((request, response) => void listener(request, response));
  const tcp = createTcpServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    if (state.isDeaf) deaf.push(socket);
    else server.emit("connection", socket);
  });
  const close = () => {
    for (const socket of sockets) socket.destroy();
    tcp.close();
  };
  return { received, state, hanging, deaf, tcp, close };
}

let started: Standby[] = [];
let receivers: ReturnType<typeof receiver>[] = [];
afterEach(async () => {
  await Promise.all(started.map((one) => one.kill()));
  for (const { close } of receivers) close();
  [started, receivers] = [[], []];
});

/** Creates an account with webhooks. Each of them has its own receiver. */
async function practice({ env: own }: Workspace, count = 1) {
  const all = Array.from({ length: count }, receiver);
  receivers.push(...all);
  await Promise.all(all.map(({ tcp }) => once(tcp.listen(0, "127.0.0.1"), "listening")));
  const origins = all.map(({ tcp }) => `http://127.0.0.1:${(tcp.address() as AddressInfo).port}`);
  const env = { TOKEN_KEYS: tokenKeys, WEBHOOK_ALLOW: origins.join(","), ...own };
  const token = await accountWithToken(env);
  const ids: string[] = [];
  for (const [index, origin] of origins.entries()) {
    const create = ["webhook", "create", "--account", "acme", "--url", `${origin}/hooks`, "--lists", "conversions"];
    const { id, secret } = await reputeJson<{ id: string; secret: string }>(create, env);
    Object.assign(all[index]?.state ?? {}, { secret });
    ids.push(id);
  }
  const [first, second] = all as [ReturnType<typeof receiver>, ReturnType<typeof receiver>];
  const server = () => {
    const one = standby(env);
    started.push(one);
    return one;
  };
  return { env, token, id: ids[0] ?? "", first, second, server };
}

let posted = 0;
/** Posts a submission. Returns the id of its conversion. */
async function post(baseUrl: string, token: string): Promise<string> {
  const phone = `801555${String((posted += 1)).padStart(4, "0")}`;
  const submission = { scct_parameter: "x", phone_number: phone, conversion_type: "Online", patient_name: "Bo Lee" };
  const headers = { "api-token": token, "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(submission) };
  const response = await fetch(`${baseUrl}/v1/online-submissions/upload`, request);
  return ((await response.json()) as { readonly conversion_id: string }).conversion_id;
}

const changesIn = (received: readonly { readonly message: Message }[]): readonly Change[] =>
  received.flatMap(({ message }) => message.data.changes ?? []);

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await setTimeout(50);
}

/** Expects every change, in order, one message at a time, and the same bytes for the same id. */
function expectAll({ received, state }: ReturnType<typeof receiver>): void {
  expect(state.atOnce).toBe(1);
  const bodies = new Map(received.map((one) => [one.id, one.body]));
  expect(received.every((one) => bodies.get(one.id) === one.body)).toBe(true);
  const revisions = changesIn([...new Map(received.map((one) => [one.id, one])).values()]).map((one) => one.revision);
  expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
}

/**
 * Kills servers when the first receiver has answered a message but no server has read the answer, when the second receiver
 * has not read its message, and when there are changes for which no message is stored.
 */
async function arriveAlthoughKilled(engine: Engine, workspace: Workspace): Promise<void> {
  const { env, token, id, first, second, server } = await practice(workspace, 2);
  // SQLite serves one process at a time.
  const count = engine === "SQLite" ? 1 : 2;
  const ids: string[] = [];
  const begin = () => Promise.all(Array.from({ length: count }, () => server().serve()));
  const running = await begin();
  const postToAll = async (servers = running) => {
    for (const { baseUrl } of servers) ids.push(await post(baseUrl, token));
  };
  first.state.answer = (number) => (number === 1 ? 503 : 204);
  for (let round = 0; round < 10; round += 1) await postToAll();
  await until(() => first.received.length >= 2 && second.received.length >= 1);
  first.state.answer = () => "hang";
  second.state.isDeaf = true;
  await postToAll();
  await until(() => first.hanging.length > 0 && second.deaf.length > 0);
  await postToAll();
  for (const one of running) one.freeze();
  for (const response of first.hanging) response.writeHead(204).end();
  await until(() => first.hanging.every(({ writableFinished }) => writableFinished));
  await Promise.all(running.map((one) => one.kill()));
  first.state.answer = () => 204;
  second.state.isDeaf = false;
  const answered = first.received.at(-1);
  const others = await begin();
  for (let round = 0; round < 10; round += 1) await postToAll(others);
  const hasAll = ({ received }: typeof first) => {
    const arrived = new Set(changesIn(received).map((one) => one.id));
    return ids.every((one) => arrived.has(one));
  };
  await until(() => hasAll(first) && hasAll(second));
  expect(ids).toHaveLength(22 * count);
  for (const one of [first, second]) expectAll(one);
  expect(first.received.filter((one) => one.id === answered?.id)).toHaveLength(2);
  expect(new Set(second.received.map((one) => one.id)).size).toBe(second.received.length);
  const show = ["webhook", "show", "--account", "acme", "--id", id];
  const { deliveries } = await reputeJson<{ deliveries: { status: number }[] }>(show, env);
  expect(deliveries.at(-1)).toMatchObject({ number: 1, status: 503, type: "changes" });
}

describe("webhooks of repute serve", () => {
  const workspaces = engines.map((engine) => ({ engine, workspace: freshWorkspace(engine) }));

  // Both engines wait at the same time until another process may repeat the attempts of the killed one.
  it("arrive in order, one at a time and with every change, although servers are killed while they send", async () => {
    await Promise.all(workspaces.map(({ engine, workspace }) => arriveAlthoughKilled(engine, workspace())));
  });
});

describe("webhooks after repute restore", () => {
  const workspace = freshWorkspace();

  it("tell the receiver to start over, and then report changes", async () => {
    const { env, token, first, server } = await practice(workspace());
    const { received } = first;
    const file = join(workspace().folder, "copy.db");
    await reputeJson(["backup", file], env);
    const before = await server().serve();
    await post(before.baseUrl, token);
    await until(() => received.length === 1);
    await before.kill();
    await reputeJson(["restore", file, "--replace"], env);
    const { baseUrl } = await server().serve();
    await post(baseUrl, token);
    await until(() => received.length === 2);
    await post(baseUrl, token);
    await until(() => received.length === 3);
    expect(received.map(({ message }) => message.type)).toEqual(["changes", "reset", "changes"]);
    const [lost, later] = [changesIn(received)[0]?.revision ?? 0, changesIn(received)[1]?.revision ?? 0];
    // The restored database does not have the earlier change, and uses its revision again.
    expect(later).toBe(lost + 2);
  });
});

describe.each(engines)("webhooks of repute serve on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it("can be tested, rotated, replayed, disabled and removed with commands", async () => {
    const { env, token, id, first, server } = await practice(workspace());
    const { received, state } = first;
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
