import { readdir } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { reportFigure } from "../../../test/torture.js";
import { tokenOf } from "./support/account.js";
import { reputeJson } from "./support/command-line.js";
import { freePort } from "./support/free-port.js";
import { peakMemory, resetPeakMemory } from "./support/memory.js";
import { nginxOfTwo, type RunningProxy } from "./support/proxies.js";
import { serverProcesses } from "./support/server-process.js";
import { freshWorkspace } from "./support/workspace.js";

const path = "/v1/online-submissions";
const aSubmission = {
  scct_parameter: "s-1",
  phone_number: "(801) 555-0142",
  conversion_type: "Online",
  patient_name: "Cal Reed",
};

describe("uploads through nginx as documented for two servers", () => {
  const workspace = freshWorkspace("SQLite");
  const start = serverProcesses();
  const sockets: Socket[] = [];
  let [proxy, relay]: [RunningProxy | undefined, Server | undefined] = [undefined, undefined];
  afterEach(async () => {
    sockets.splice(0).forEach((socket) => socket.destroy());
    relay?.close();
    await proxy?.close();
  });

  /** Starts nginx before the server and before a relay that forwards each request, but resets instead of a response. */
  async function prepare() {
    const { env } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "acme"], env);
    const [token, reader] = [await tokenOf(env, "acme", "web-forms"), await tokenOf(env, "acme", "api-token")];
    const [port, relayed] = [await freePort(), await freePort()];
    await start({ ...env, PORT: String(port) });
    relay = createServer((socket) => {
      const server = connect(port, "127.0.0.1");
      sockets.push(socket, server);
      for (const one of [socket, server]) one.on("error", () => {});
      socket.pipe(server);
      server.once("data", () => socket.resetAndDestroy());
    }).listen(relayed, "127.0.0.1");
    proxy = await nginxOfTwo([relayed, port]);
    const headers = { "api-token": token, "content-type": "application/json" };
    const post = (more: Readonly<Record<string, string>> = {}) =>
      fetch(`${proxy?.baseUrl}${path}/upload`, {
        method: "POST",
        headers: { ...headers, ...more },
        body: JSON.stringify(aSubmission),
      });
    const stored = async () => {
      const url = `http://127.0.0.1:${port}/v2/conversions?start_date=2020-01-01`;
      const response = await fetch(url, { headers: { "api-token": reader } });
      return (await response.json()) as unknown;
    };
    return { port, headers, post, stored };
  }

  it("are stored once if nginx repeats them, and keep the client's key", async () => {
    const { post } = await prepare();
    if (!proxy) return;
    const ids = new Set<unknown>();
    for (let count = 0; count < 10; count += 1) {
      const response = await post();
      expect(response.status).toBe(201);
      ids.add(((await response.json()) as { readonly id: unknown }).id);
    }
    expect(ids.size).toBe(10);
    const keyed = [await post({ "Idempotency-Key": "k" }), await post({ "Idempotency-Key": "k" })];
    const [first, second] = await Promise.all(keyed.map((response) => response.text()));
    expect(second).toBe(first);
  });

  it("need little memory and no disk while clients withhold the last bytes", async () => {
    const { headers, post } = await prepare();
    if (!proxy) return;
    const { pid, folder, baseUrl } = proxy;
    await resetPeakMemory(pid);
    const before = await peakMemory(pid);
    const length = 5 * 1_048_576;
    for (let index = 0; index < 60; index += 1) {
      const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1");
      sockets.push(socket);
      socket.on("error", () => {});
      socket.write(
        `POST ${path}/bulk-upload HTTP/1.1\r\nHost: x\r\napi-token: ${headers["api-token"]}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
      );
      socket.write(Buffer.alloc(length - 10, " "));
    }
    for (let count = 0; count < 20; count += 1) {
      expect((await post()).status).toBe(201);
      await pause(100);
    }
    const more = (await peakMemory(pid)) - before;
    reportFigure(`60 clients that withhold the last bytes of 5 MB: ${more.toFixed(0)} MB more memory in nginx`);
    expect(more).toBeLessThan(30);
    expect(await readdir(join(folder, "client_body"))).toEqual([]);
  });
});
