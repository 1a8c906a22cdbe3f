import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "@jest/globals";
import type { FeedBatch } from "@repute/domain";
import { at } from "@repute/domain/testing";
import express from "express";
import request from "supertest";
import { practice, withFeed } from "../../test/practice.js";
import { closeServers, portOf, rawConnection } from "../../test/raw-connection.js";
import type { RouterOptions } from "../options.js";
import { createApp } from "../server.js";

afterEach(closeServers);

const batchOf = (count: number, text: string): FeedBatch => ({
  count,
  json: Buffer.from(text),
  watermark: at("2026-05-31T08:00:00Z"),
});
const smallBatch = (number: number) => batchOf(1, `{"n":${number}}`);

/** Returns text that barely compresses. */
const noise = (seed: number) =>
  Array.from({ length: 30 }, (_, index) => (((seed + 1) * 7_919 * (index + 3) ** 5) % 2_147_483_647).toString(36)).join(
    "",
  );
const bigText = Array.from({ length: 600 }, (_, item) => `{"n":${item},"x":"${noise(item)}"}`).join(",");
const bigBatch = () => batchOf(600, bigText);

/** A list of `batches` that counts the batches read and whether reading ended. */
function countedFeed(batches: number, batch: (number: number) => FeedBatch | Promise<FeedBatch>) {
  const seen = { read: 0, ended: 0 };
  const read = async function* (): AsyncGenerator<FeedBatch, void> {
    try {
      while (seen.read < batches) yield await batch((seen.read += 1));
    } finally {
      seen.ended += 1;
    }
  };
  return { seen, read };
}

async function serving(read: () => AsyncIterable<FeedBatch>, changes: Partial<RouterOptions> = {}) {
  const acme = await practice(withFeed(read));
  const app = createApp(acme.domain, { ...acme.options, checkReplies: false, ...changes });
  const token = acme.tokens["api-token"];
  const ask = (...headers: readonly string[]) =>
    ["GET /v2/reviews HTTP/1.1", "Host: x", `api-token: ${token}`, ...headers, "", ""].join("\r\n");
  return { ...acme, app, ask, get: () => request(app).get("/v2/reviews").set("api-token", token) };
}

async function until(wanted: () => boolean): Promise<void> {
  while (!wanted()) await pause(5);
}

/** Waits until the value stops changing, and returns it. */
async function settled(value: () => number): Promise<number> {
  for (let before = -1; before !== value(); await pause(300)) before = value();
  return value();
}

describe("a list", () => {
  it("is the concatenation of any number of batches", async () => {
    for (const batches of [1, 2, 3, 50]) {
      const { get } = await serving(countedFeed(batches, smallBatch).read);
      const { body } = await get();
      expect(body).toEqual({ items: Array.from({ length: batches }, (_, index) => ({ n: index + 1 })) });
    }
  });

  it("is empty without rows, and has a watermark", async () => {
    const { get } = await serving(countedFeed(1, () => batchOf(0, "")).read);
    const reply = await get();
    expect(reply.text).toBe('{"items":[]}');
    expect(reply.headers["x-watermark"]).toBe("2026-05-31T08:00:00+00:00");
  });

  it.each([1, 2, 3])(
    "is sent with its length if it has %i small batches, and no further batch is read",
    async (batches) => {
      const { seen, read } = countedFeed(batches + 1, (number) => ({
        ...smallBatch(number),
        delivery: { isLast: number === batches },
      }));
      const { get } = await serving(read);
      const { headers, text } = await get();
      expect(headers["content-length"]).toBe(String(text.length));
      expect(JSON.parse(text)).toEqual({ items: Array.from({ length: batches }, (_, index) => ({ n: index + 1 })) });
      expect(seen).toEqual({ read: batches, ended: 1 });
    },
  );

  it("is streamed if it has many small batches", async () => {
    const { headers } = await (await serving(countedFeed(50, smallBatch).read)).get();
    expect(headers).not.toHaveProperty("content-length");
  });

  it("is streamed if it has many batches", async () => {
    const { get } = await serving(countedFeed(3, bigBatch).read);
    const { headers, body } = await get();
    expect(headers["transfer-encoding"]).toBe("chunked");
    expect((body as { items: unknown[] }).items).toHaveLength(1_800);
  });

  it("is not read before the request is validated", async () => {
    const { seen, read } = countedFeed(1, smallBatch);
    const { app } = await serving(read);
    await request(app).get("/v2/reviews").expect(401);
    expect(seen).toEqual({ read: 0, ended: 0 });
  });

  it("lets other requests run between batches, even if the client is fast", async () => {
    const { seen, read } = countedFeed(300, smallBatch);
    const acme = await serving(read);
    const port = await portOf(acme.app);
    const other = rawConnection(port);
    await new Promise((resolve) => void other.socket.once("connect", resolve));
    const list = rawConnection(port);
    list.send(acme.ask());
    await until(() => seen.read > 0);
    other.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await other.replies(1);
    expect(seen.read).toBeLessThan(300);
    await list.replies(1);
    list.socket.destroy();
    other.socket.destroy();
  });
});

describe("HEAD of a list", () => {
  it("has the headers of GET and reads only the beginning of the list", async () => {
    const { seen, read } = countedFeed(400, bigBatch);
    const acme = await serving(read);
    const reply = await request(acme.app)
      .head("/v2/reviews?date=2026-03-01")
      .set({ "api-token": acme.tokens["api-token"], "Accept-Encoding": "gzip" })
      .expect(200);
    expect(reply.headers).toMatchObject({
      "content-type": "application/json",
      "content-encoding": "gzip",
      "x-watermark": "2026-05-31T08:00:00+00:00",
      "x-window-start": "2026-03-01T00:00:00+00:00",
      "x-window-end": "2026-03-02T00:00:00+00:00",
    });
    expect(reply.text).toBeUndefined();
    expect(seen).toEqual({ read: 1, ended: 1 });
  });

  it("includes the length of a small list", async () => {
    const acme = await serving(countedFeed(1, smallBatch).read);
    const reply = await request(acme.app).head("/v2/reviews").set("api-token", acme.tokens["api-token"]).expect(200);
    expect(reply.headers["content-length"]).toBe(String('{"items":[{"n":1}]}'.length));
    expect(acme.logs).toMatchObject([{ method: "HEAD", bytes: 0, aborted: false }]);
  });
});

describe("compression", () => {
  const decoders = { gzip: gunzipSync, br: brotliDecompressSync };

  it.each(["gzip", "br"] as const)("streams the whole list with %s", async (encoding) => {
    const acme = await serving(countedFeed(5, bigBatch).read);
    const connection = rawConnection(await portOf(acme.app));
    connection.send(acme.ask(`Accept-Encoding: ${encoding}`));
    const [reply] = await connection.replies(1);
    connection.socket.destroy();
    expect(reply?.headers).toMatchObject({ "content-encoding": encoding, vary: "Accept, Accept-Encoding" });
    const bytes = Buffer.from(reply?.body ?? "", "latin1");
    expect(decoders[encoding](bytes).toString()).toBe(`{"items":[${Array(5).fill(bigText).join(",")}]}`);
    await until(() => acme.logs.length > 0);
    expect(acme.logs).toMatchObject([{ bytes: bytes.length, aborted: false }]);
  });

  it("is omitted below 1 KB, but Vary still names the header", async () => {
    const { get } = await serving(countedFeed(1, smallBatch).read);
    const { headers } = await get().set("Accept-Encoding", "gzip, br");
    expect(headers["content-encoding"]).toBeUndefined();
    expect(headers["vary"]).toBe("Accept, Accept-Encoding");
  });

  it("includes the length of a whole response", async () => {
    const { get } = await serving(countedFeed(1, () => batchOf(100, `{"x":"${"y".repeat(5_000)}"}`)).read);
    const { headers, body } = await get().set("Accept-Encoding", "gzip");
    expect(headers["content-encoding"]).toBe("gzip");
    expect(Number(headers["content-length"])).toBeLessThan(200);
    expect(body).toEqual({ items: [{ x: "y".repeat(5_000) }] });
  });
});

describe.each(["identity", "gzip", "br"])("a client that reads nothing (%s)", (encoding) => {
  const plenty = 2_000;

  async function stalled(changes: Partial<RouterOptions> = {}) {
    const { seen, read } = countedFeed(plenty, bigBatch);
    const acme = await serving(read, changes);
    const socket = connect({ port: await portOf(acme.app), host: "127.0.0.1" });
    socket.on("error", () => {}).pause();
    socket.write(acme.ask(`Accept-Encoding: ${encoding}`));
    return { ...acme, seen, socket };
  }

  it("pauses the list until it reads again", async () => {
    const { seen, socket } = await stalled();
    const before = await settled(() => seen.read);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(plenty);
    socket.resume();
    await until(() => seen.read > before + 100);
    socket.destroy();
  });

  it("ends the list at once when it disconnects", async () => {
    const { seen, socket, logs, reports } = await stalled();
    await settled(() => seen.read);
    socket.destroy();
    await until(() => seen.ended === 1 && logs.length === 1);
    expect(logs).toMatchObject([{ status: 200, aborted: true, route: "/v2/reviews" }]);
    expect(reports).toEqual([]);
  });

  it("is cut off after the time limit", async () => {
    const { seen, socket, logs, reports } = await stalled({ stallMilliseconds: 200 });
    await until(() => seen.ended === 1 && logs.length === 1);
    expect(logs).toMatchObject([{ status: 200, aborted: true, reason: "client_stalled" }]);
    expect(reports).toEqual([]);
    expect(seen.read).toBeLessThan(plenty);
    socket.destroy();
  });
});

describe("a client that is slow but never stops", () => {
  it("is not cut off", async () => {
    const acme = await serving(countedFeed(150, bigBatch).read, { stallMilliseconds: 2_000 });
    const socket = connect({ port: await portOf(acme.app), host: "127.0.0.1" }).on("error", () => {});
    let received = 0;
    socket.on("data", (chunk) => {
      received += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 10);
    });
    socket.write(acme.ask("Connection: close"));
    await new Promise((resolve) => void socket.once("close", resolve));
    expect(acme.logs).toMatchObject([{ aborted: false }]);
    expect(received).toBeGreaterThan(150 * bigText.length);
  });

  it("is not cut off because of a slow list", async () => {
    const slow = async (number: number) => {
      await pause(400);
      return number === 1 ? bigBatch() : smallBatch(number);
    };
    const { get, logs } = await serving(countedFeed(4, slow).read, { stallMilliseconds: 300 });
    await get().expect(200);
    expect(logs).toMatchObject([{ aborted: false }]);
  });
});

describe("a client that disconnects", () => {
  it("ends the list before the first batch without a response", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { seen, read } = countedFeed(5, async (number) => {
      await held;
      return bigBatch().json.length > 0 ? bigBatch() : smallBatch(number);
    });
    const { app, ask, logs, reports } = await serving(read);
    const { socket, send } = rawConnection(await portOf(app));
    send(ask());
    await until(() => seen.read === 1);
    socket.destroy();
    await until(() => logs.length === 1);
    release();
    await until(() => seen.ended === 1);
    expect(logs[0]).toMatchObject({ aborted: true, bytes: 0 });
    expect(logs[0]).not.toHaveProperty("status");
    expect(seen.read).toBe(1);
    expect(reports).toEqual([]);
  });

  it("ends the list during a batch at once", async () => {
    let stopped = false;
    const hanging = () => ({
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<IteratorResult<FeedBatch>>(() => {}),
        return: () => {
          stopped = true;
          return Promise.resolve({ done: true as const, value: undefined });
        },
      }),
    });
    const { app, ask, logs } = await serving(hanging);
    const { socket, send } = rawConnection(await portOf(app));
    send(ask());
    await pause(50);
    expect(stopped).toBe(false);
    socket.destroy();
    await until(() => stopped && logs.length === 1);
    expect(logs).toMatchObject([{ aborted: true }]);
  });

  it("causes no reads while the host holds the request", async () => {
    const { seen, read } = countedFeed(5, bigBatch);
    const acme = await serving(read);
    let left = false;
    const host = express().use((incoming, _response, next) => {
      incoming.socket.once("close", () => setImmediate(() => next((left = true) && undefined)));
    });
    const { socket, send } = rawConnection(await portOf(host.use(acme.app)));
    send(acme.ask());
    await pause(50);
    socket.destroy();
    await until(() => left && acme.logs.length === 1);
    expect(acme.logs).toMatchObject([{ route: "/v2/reviews", aborted: true }]);
    expect(seen.read).toBe(0);
    expect(acme.reports).toEqual([]);
  });

  it("ends both of its lists while the second one waits behind the first", async () => {
    const { seen, read } = countedFeed(100_000, bigBatch);
    const { app, ask, logs, reports } = await serving(read);
    const socket = connect({ port: await portOf(app), host: "127.0.0.1" });
    socket.on("error", () => {}).pause();
    socket.write(ask() + ask());
    await settled(() => seen.read);
    socket.destroy();
    await until(() => seen.ended === 2 && logs.length === 2);
    expect(logs).toMatchObject([{ aborted: true }, { aborted: true }]);
    expect(reports).toEqual([]);
  });
});

describe("a list that fails", () => {
  const failing = (after: number) =>
    countedFeed(50, (number) => {
      if (number > after) throw new Error("disk gone: secret text");
      return bigBatch();
    });

  it("returns an error response before the first batch", async () => {
    const { get, reports } = await serving(failing(0).read);
    const reply = await get().expect(500);
    expect(reply.headers["content-type"]).toBe("application/problem+json");
    expect(reply.headers["x-watermark"]).toBeUndefined();
    expect(reply.text).not.toContain("secret");
    expect(reports).toMatchObject([{ id: reply.headers["x-request-id"] }]);
  });

  it("returns an error response for an invalid first batch and is closed", async () => {
    const { seen, read } = countedFeed(5, () => ({ ...bigBatch(), watermark: Number.NaN as FeedBatch["watermark"] }));
    const { get } = await serving(read);
    await get().expect(500);
    expect(seen.ended).toBe(1);
  });

  it.each(["identity", "gzip", "br"])("resets the connection after the first batch (%s)", async (encoding) => {
    const { seen, read } = failing(20);
    const acme = await serving(read);
    const { send, closed, text } = rawConnection(await portOf(acme.app));
    send(acme.ask(`Accept-Encoding: ${encoding}`));
    await closed;
    expect(text()).toMatch(/^HTTP\/1.1 200 OK/);
    expect(text().endsWith("0\r\n\r\n")).toBe(false);
    expect(acme.reports).toMatchObject([{ error: { message: "disk gone: secret text" } }]);
    expect(acme.logs).toMatchObject([{ status: 200, reason: "internal_error", aborted: false }]);
    expect(seen.ended).toBe(1);
  });
});

describe("reply checks", () => {
  it("reject a batch that violates the schema without quoting it", async () => {
    const { get, reports } = await serving(countedFeed(1, smallBatch).read, { checkReplies: true });
    await get().expect(500);
    const [report] = reports;
    expect(String(report?.error)).toContain("/items/0/n is not a known member");
  });
});

describe("closing a list", () => {
  it("reports errors after the client disconnected", async () => {
    const broken = () => ({
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.resolve({ done: false as const, value: bigBatch() }),
        return: () => Promise.reject(new Error("cannot close")),
      }),
    });
    const { app, ask, logs, reports } = await serving(broken);
    const socket = connect({ port: await portOf(app), host: "127.0.0.1" });
    socket.on("error", () => {}).pause();
    socket.write(ask());
    await pause(300);
    socket.destroy();
    await until(() => logs.length === 1 && reports.length === 1);
    expect(reports).toMatchObject([{ error: { message: "cannot close" } }]);
  });
});
