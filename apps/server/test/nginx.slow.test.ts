import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "@jest/globals";
import { nginxOfTwo, type RunningProxy } from "./support/proxies.js";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

describe("nginx as in deploy/nginx/two-servers.conf", () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function portOf(handler: Handler): Promise<number> {
    const server = createServer(handler).listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(() => void (server.closeAllConnections(), server.close()));
    return (server.address() as AddressInfo).port;
  }

  async function nginxBefore(handler: Handler): Promise<RunningProxy | undefined> {
    const proxy = await nginxOfTwo([await portOf(handler), await portOf(handler)]);
    if (proxy) closing.push(() => proxy.close());
    return proxy;
  }

  it.each([
    ["its own key", {}, /^[0-9a-f]{32}$/],
    ["the key of the client", { "Idempotency-Key": "k-1" }, /^k-1$/],
  ])("repeats a submission with %s", async (_, headers, expected) => {
    const keys: unknown[] = [];
    const proxy = await nginxBefore(async (incoming, response) => {
      await text(incoming);
      if (keys.push(incoming.headers["idempotency-key"]) === 1) incoming.socket.destroy();
      else response.end();
    });
    if (!proxy) return;
    const response = await fetch(`${proxy.baseUrl}/v1/online-submissions/upload`, {
      ...{ method: "POST", headers, body: "{}" },
    });
    expect(response.status).toBe(200);
    expect(keys).toEqual([expect.stringMatching(expected), keys[0]]);
  });

  it.each(["/v1/online-submissions/bulk-upload", "/v1/users"])(
    "passes on a body while it arrives: %s",
    async (path) => {
      const proxy = await nginxBefore((incoming, response) => void incoming.once("data", () => response.end("begun")));
      if (!proxy) return;
      const sent = request(proxy.baseUrl + path, { method: "POST", headers: { "Content-Length": 5_000_000 } });
      sent.on("error", () => {}).write(Buffer.alloc(100_000));
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      expect(await text(response)).toBe("begun");
      sent.destroy();
    },
  );

  it.each([
    ["/v1/loads?kind=bundle", 200],
    ["/v1/users", 413],
  ])("passes on more than 6 MB only if it is a file: %s", async (path, status) => {
    const proxy = await nginxBefore(async (incoming, response) => {
      await text(incoming);
      response.end();
    });
    if (!proxy) return;
    const response = await fetch(proxy.baseUrl + path, { method: "POST", body: Buffer.alloc(7_000_000) });
    expect(response.status).toBe(status);
  });

  it("refuses a submission of more than 128 KB, and the 101st open request of an address", async () => {
    const proxy = await nginxBefore(() => {});
    if (!proxy) return;
    const { baseUrl } = proxy;
    const body = Buffer.alloc(140_000);
    expect((await fetch(`${baseUrl}/v1/online-submissions/upload`, { method: "POST", body })).status).toBe(413);
    const open = Array.from({ length: 101 }, () => fetch(baseUrl));
    expect((await Promise.race(open)).status).toBe(429);
    closing.push(() => Promise.allSettled(open));
  });
});
