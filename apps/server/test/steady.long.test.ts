import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { reportFigure, scaled } from "../../../test/torture.js";
import { accountWithToken } from "./support/account.js";
import { newBatch, postBatch } from "./support/batches.js";
import { reputeJson } from "./support/command-line.js";
import { type Ask, askingClient, askSteadily, p99 } from "./support/latency.js";
import { longPractice } from "./support/practice.js";
import { type ServerProcess, serverProcesses } from "./support/server-process.js";
import { engines, freshWorkspace } from "./support/workspace.js";

/** Maximum latency. Only checked in `npm run torture`, because `npm run test:long` runs other tests in parallel. */
const maxMilliseconds = scaled(Infinity, 250);
const maxTimes = scaled(Infinity, 2);
const connections = 50;
/** Latencies below this number of milliseconds count as noise. */
const noise = 20;

describe.each(engines)("a server under constant load on %s", (engine) => {
  const workspace = freshWorkspace(engine);
  const start = serverProcesses();
  const sockets = new Set<Socket>();
  let server: ServerProcess;
  let token: string;
  let client: ReturnType<typeof askingClient>;
  beforeEach(async () => {
    token = await practiceCalled("acme");
    server = await start(workspace().env);
    client = askingClient(server.baseUrl, token, connections);
  });
  afterEach(() => {
    client.close();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  });

  /** Creates an account with long lists. Returns its token. */
  async function practiceCalled(key: string): Promise<string> {
    const { env, bundle } = workspace();
    const made = await accountWithToken(env, key);
    await reputeJson(["load", "--account", key, await bundle(longPractice())], env);
    return made;
  }

  const paths = ["/v2/locations", "/v2/reviews?limit=50", "/v2/platforms", "/v2/conversions?limit=20", "/v2/groups"];
  /** Sends small requests of different kinds. Every twentieth request stores data. */
  const small: Ask = async (index) => {
    if (index % 20 === 19) await postBatch(server.baseUrl, token, newBatch());
    else await client.ask(paths[index % paths.length] ?? "");
  };

  it("serves every request within the latency limit", async () => {
    const [rate, seconds] = [scaled(20, 200), scaled(2, 600)];
    const milliseconds = await askSteadily(small, { rate, seconds });
    expect(milliseconds).toHaveLength(rate * seconds);
    expect(p99(milliseconds)).toBeLessThanOrEqual(maxMilliseconds);
    reportFigure(
      `${engine}: ${rate} requests a second for ${seconds} s: 0 errors, p99 ${p99(milliseconds).toFixed(1)} ms`,
    );
  });

  it("serves other accounts without delay while clients send slowly and readers stall, and disconnects both", async () => {
    const stalling = await practiceCalled("stalling");
    const [slow, stalled] = [scaled(20, 500), scaled(4, 50)];
    // Request load with and without slow clients, for the same duration.
    const load = { rate: scaled(20, 100), seconds: scaled(1, 35) };
    // Warm up the server, so that the lists are compressed and the code is optimized.
    await askSteadily(small, { ...load, seconds: scaled(0, 10) });
    const before = p99(await askSteadily(small, load));
    const began = performance.now();
    const dripping = Array.from({ length: slow }, () => drip(server.baseUrl));
    const lists = Array.from({ length: stalled }, () => stall(server.baseUrl, stalling));
    // Wait for all connections, because opening hundreds at once would delay the requests of this process.
    await allConnected();
    const meanwhile = p99(await askSteadily(small, load));
    expect(meanwhile).toBeLessThanOrEqual(Math.max(before, noise) * maxTimes);
    const lastDisconnect = scaled(0, 1) === 0 ? undefined : await lastClosed([...dripping, ...lists], began);
    reportFigure(
      `${engine}: ${slow} slow clients, ${stalled} stalled readers: p99 ${before.toFixed(1)} ms before, ` +
        `${meanwhile.toFixed(1)} ms meanwhile${lastDisconnect === undefined ? "" : `, all gone after ${lastDisconnect.toFixed(1)} s`}`,
    );
  });

  const allConnected = () =>
    Promise.all([...sockets].map((socket) => (socket.connecting ? once(socket, "connect") : undefined)));

  /** Waits until the server has closed all connections. Returns the number of seconds since `began`. */
  async function lastClosed(closed: readonly Promise<void>[], began: number): Promise<number> {
    await Promise.all(closed);
    const seconds = (performance.now() - began) / 1_000;
    expect(seconds).toBeLessThanOrEqual(70);
    return seconds;
  }

  function open(baseUrl: string): { readonly socket: Socket; readonly closed: Promise<void> } {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect({ host: hostname, port: Number(port) });
    sockets.add(socket);
    socket.on("error", () => {});
    return { socket, closed: new Promise((resolve) => void socket.once("close", () => resolve())) };
  }

  /** Sends a request header that never ends, one byte per second. */
  function drip(baseUrl: string): Promise<void> {
    const { socket, closed } = open(baseUrl);
    socket.resume();
    socket.write("GET /v2/locations HTTP/1.1\r\nHost: x\r\nX: ");
    const timer = setInterval(() => socket.write("y"), 1_000);
    return closed.finally(() => clearInterval(timer));
  }

  /** Requests a list without reading it. Periodic writes detect that the server has closed the connection. */
  function stall(baseUrl: string, token: string): Promise<void> {
    const { socket, closed } = open(baseUrl);
    socket.pause();
    socket.write(`GET /v2/reviews HTTP/1.1\r\nHost: x\r\nConnection: close\r\napi-token: ${token}\r\n\r\n`);
    const timer = setInterval(() => socket.write("\r\n"), 1_000);
    return closed.finally(() => clearInterval(timer));
  }
});
