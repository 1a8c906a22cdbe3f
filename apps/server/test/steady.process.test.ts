import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { many, tell } from "../../../test/torture.js";
import { accountWithToken } from "./support/account.js";
import { newBatch, postBatch } from "./support/batches.js";
import { reputeJson } from "./support/command-line.js";
import type { Ask } from "./support/latency.js";
import { askingClient, askSteadily, p99 } from "./support/latency.js";
import { longPractice } from "./support/practice.js";
import type { ServerProcess } from "./support/server-process.js";
import { serverProcesses } from "./support/server-process.js";
import { engines, freshWorkspace } from "./support/workspace.js";

/** Times are looked at in `npm run torture` only: in `npm test` others use the machine. */
const mostMilliseconds = many(Infinity, 250);
const mostTimes = many(Infinity, 2);
const connections = 50;
/** Below this many milliseconds, twice as much is the machine's own noise. */
const noise = 20;

describe.each(engines)("a server that is asked all the time on %s", (engine) => {
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

  /** Makes an account with long lists; returns its token. */
  async function practiceCalled(key: string): Promise<string> {
    const { env, bundle } = workspace();
    const made = await accountWithToken(env, key);
    await reputeJson(["load", "--account", key, await bundle(longPractice())], env);
    return made;
  }

  const paths = ["/v2/locations", "/v2/reviews?limit=50", "/v2/platforms", "/v2/conversions?limit=20", "/v2/groups"];
  /** Small requests of all sorts, every twentieth of which stores something. */
  const small: Ask = async (index) => {
    if (index % 20 === 19) await postBatch(server.baseUrl, token, newBatch());
    else await client.ask(paths[index % paths.length] ?? "");
  };

  it("serves every request, and soon", async () => {
    const [rate, seconds] = [many(20, 200), many(2, 600)];
    const milliseconds = await askSteadily(small, { rate, seconds });
    expect(milliseconds).toHaveLength(rate * seconds);
    expect(p99(milliseconds)).toBeLessThanOrEqual(mostMilliseconds);
    tell(`${engine}: ${rate} requests a second for ${seconds} s: 0 errors, p99 ${p99(milliseconds).toFixed(1)} ms`);
  });

  it("serves other accounts as before while clients send slowly and readers stall, and gets rid of these", async () => {
    const stalling = await practiceCalled("stalling");
    const [slow, stalled] = [many(20, 500), many(4, 50)];
    // As long as they are there, and as long before.
    const load = { rate: many(20, 100), seconds: many(1, 35) };
    // By the end of this, what was loaded is sealed, and the code is compiled.
    await askSteadily(small, { ...load, seconds: many(0, 10) });
    const before = p99(await askSteadily(small, load));
    const began = performance.now();
    const dripping = Array.from({ length: slow }, () => drip(server.baseUrl));
    const lists = Array.from({ length: stalled }, () => stall(server.baseUrl, stalling));
    // To open hundreds of connections at once keeps this very process from asking in time.
    await allConnected();
    const meanwhile = p99(await askSteadily(small, load));
    expect(meanwhile).toBeLessThanOrEqual(Math.max(before, noise) * mostTimes);
    const gone = many(0, 1) === 0 ? undefined : await lastGone([...dripping, ...lists], began);
    tell(
      `${engine}: ${slow} slow clients, ${stalled} stalled readers: p99 ${before.toFixed(1)} ms before, ` +
        `${meanwhile.toFixed(1)} ms meanwhile${gone === undefined ? "" : `, all gone after ${gone.toFixed(1)} s`}`,
    );
  });

  const allConnected = () =>
    Promise.all([...sockets].map((socket) => (socket.connecting ? once(socket, "connect") : undefined)));

  /** Seconds until the server has closed the last of these connections. */
  async function lastGone(closed: readonly Promise<void>[], began: number): Promise<number> {
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

  /** Sends the head of a request a byte a second, without an end. */
  function drip(baseUrl: string): Promise<void> {
    const { socket, closed } = open(baseUrl);
    socket.resume();
    socket.write("GET /v2/locations HTTP/1.1\r\nHost: x\r\nX: ");
    const timer = setInterval(() => socket.write("y"), 1_000);
    return closed.finally(() => clearInterval(timer));
  }

  /** Asks for a list and reads no byte of it; the end of the connection shows as soon as something is sent on it. */
  function stall(baseUrl: string, token: string): Promise<void> {
    const { socket, closed } = open(baseUrl);
    socket.pause();
    socket.write(`GET /v2/reviews HTTP/1.1\r\nHost: x\r\nConnection: close\r\napi-token: ${token}\r\n\r\n`);
    const timer = setInterval(() => socket.write("\r\n"), 1_000);
    return closed.finally(() => clearInterval(timer));
  }
});
