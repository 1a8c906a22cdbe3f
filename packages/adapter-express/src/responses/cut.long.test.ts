import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import type { FeedBatch } from "@repute/domain";
import { at } from "@repute/domain/testing";
import { practice, withFeed } from "../../test/practice.js";
import { closeServers, portOf } from "../../test/raw-connection.js";
import type { RouterOptions } from "../options.js";
import { createApp } from "../server.js";

afterEach(closeServers);

const items = Array.from({ length: 600 }, (_, item) => `{"n":${item},"x":"${"ü".repeat(100)}"}`);

/**
 * A list of `count` batches of 130 KB. It pauses before the action so that the client has received all earlier
 * batches: Node reports a reset only after all data has been read.
 */
const batches = (count: number, after = Infinity, then: () => unknown = fail) =>
  async function* (separator = ","): AsyncGenerator<FeedBatch, void> {
    for (let number = 0; number < count; number++) {
      if (number === after) {
        await pause(200);
        await then();
      }
      yield { count: 600, json: Buffer.from(items.join(separator)), watermark: at("2026-05-31") };
    }
  };

function fail(): never {
  throw new Error("disk gone");
}

async function serving(read: (separator?: string) => AsyncIterable<FeedBatch>, changes: Partial<RouterOptions> = {}) {
  const acme = await practice(withFeed(read));
  const app = createApp(acme.domain, { ...acme.options, checkReplies: false, ...changes });
  const ask = (version: "1.0" | "1.1", ...headers: readonly string[]) =>
    [`GET /v2/reviews HTTP/${version}`, "Host: x", `api-token: ${acme.tokens["api-token"]}`, ...headers, "", ""].join(
      "\r\n",
    );
  return { ...acme, ask, port: await portOf(app) };
}

/** Reads until the connection closes. Returns the body, the declared length and the error code. */
async function readToEnd(port: number, bytes: string) {
  const socket = connect(port, "127.0.0.1");
  const received: Buffer[] = [];
  socket.on("data", (chunk) => received.push(chunk)).write(bytes);
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    socket.once("error", resolve).once("close", () => resolve(undefined));
  });
  const whole = Buffer.concat(received);
  const end = whole.indexOf("\r\n\r\n") + 4;
  const [, length] = /^content-length: (\d+)\r$/im.exec(whole.subarray(0, end).toString()) ?? [];
  return { error: error?.code, body: whole.subarray(end), length: Number(length) };
}

describe("a list over HTTP/1.0", () => {
  it.each(["application/json", "application/x-ndjson", "text/csv"])("has a Content-Length as %s", async (type) => {
    for (const count of [1, 2, 30]) {
      const { ask, port } = await serving(batches(count));
      const { error, body, length } = await readToEnd(port, ask("1.0", `Accept: ${type}`));
      expect({ error, length }).toEqual({ error: undefined, length: body.length });
      expect(body.length).toBeGreaterThan(count * 1_000);
    }
  });

  it("has a Content-Length if it is empty, and no body for HEAD", async () => {
    const empty = async function* (): AsyncGenerator<FeedBatch, void> {
      yield { count: 0, json: Buffer.alloc(0), watermark: at("2026-05-31") };
    };
    const { ask, port } = await serving(empty);
    expect(await readToEnd(port, ask("1.0"))).toMatchObject({ length: '{"items":[]}'.length });
    expect((await readToEnd(port, ask("1.0").replace("GET", "HEAD"))).body).toHaveLength(0);
  });

  it("is not compressed, because the compressed length is unknown", async () => {
    const { ask, port } = await serving(batches(20));
    const { body, length } = await readToEnd(port, ask("1.0", "Accept-Encoding: gzip"));
    expect(body).toHaveLength(length);
    expect(body.subarray(0, 10).toString()).toBe('{"items":[');
  });

  it("returns an error response if it fails while its length is measured", async () => {
    const { ask, port, reports } = await serving(batches(50, 30));
    const { body } = await readToEnd(port, ask("1.0"));
    expect(JSON.parse(body.toString())).toMatchObject({ status: 500 });
    expect(reports).toHaveLength(1);
  });

  it("is shorter than declared if it fails later, and its connection is reset", async () => {
    let reading = 0;
    const { ask, port } = await serving(() => batches(50, (reading += 1) === 1 ? Infinity : 30)());
    const { error, body, length } = await readToEnd(port, ask("1.0"));
    expect(error).toBe("ECONNRESET");
    expect(body.length).toBeLessThan(length);
  });
});

describe("a list over HTTP/1.1", () => {
  it.each(["identity", "gzip", "br"])("resets its connection if it fails (%s)", async (encoding) => {
    const { ask, port } = await serving(batches(50, 30));
    expect(await readToEnd(port, ask("1.1", `Accept-Encoding: ${encoding}`))).toMatchObject({ error: "ECONNRESET" });
  });

  it("is cut off after the time limit", async () => {
    const { ask, port, logs } = await serving(
      batches(5, 2, () => pause(60_000)),
      { listMilliseconds: 600 },
    );
    const { error } = await readToEnd(port, ask("1.1"));
    expect(error).toBe("ECONNRESET");
    while (logs.length === 0) await pause(5);
    expect(logs).toMatchObject([{ status: 200, aborted: true, reason: "list_took_too_long" }]);
  });
});

describe("a client that reads slowly", () => {
  /** Reads one chunk, then pauses. */
  async function sip(port: number, bytes: string, pauses = 20, until = 3_000) {
    const socket = connect(port, "127.0.0.1");
    let received = 0;
    socket
      .on("error", () => {})
      .on("data", (chunk) => {
        received += chunk.length;
        socket.pause();
        setTimeout(() => socket.resume(), pauses);
      });
    socket.write(bytes);
    await Promise.race([once(socket, "close").catch(() => {}), pause(until)]);
    socket.destroy();
    return received;
  }

  it("is cut off if it reads less than the minimum, even if it never stops", async () => {
    // Long enough for the kernel to drain part of its queue more than once.
    const limits = { stallMilliseconds: 1_500, minBytesPerSecond: 1_000_000_000 };
    const { ask, port, logs } = await serving(batches(Infinity), limits);
    await sip(port, ask("1.1"), 20, 20_000);
    while (logs.length === 0) await pause(5);
    expect(logs).toMatchObject([{ aborted: true, reason: "client_stalled" }]);
  });

  it("is not cut off while it reads enough, even if the kernel's buffer is full", async () => {
    // Reads a few hundred KB per second. The kernel accepts more only after it drains a third of several megabytes.
    const { ask, port, logs } = await serving(batches(Infinity), { stallMilliseconds: 2_000, minBytesPerSecond: 10 });
    expect(await sip(port, ask("1.1"), 200, 6_000)).toBeGreaterThan(100_000);
    while (logs.length === 0) await pause(5);
    expect(logs[0]).not.toHaveProperty("reason");
  });

  it("is cut off if it reads nothing, regardless of the data in the kernel's queue", async () => {
    const { ask, port, logs } = await serving(batches(Infinity), { stallMilliseconds: 300 });
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {}).pause();
    socket.write(ask("1.1"));
    while (logs.length === 0) await pause(5);
    expect(logs).toMatchObject([{ aborted: true, reason: "client_stalled" }]);
    socket.destroy();
  });
});
