import { once } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { FeedBatch } from "@repute/domain";
import { at } from "@repute/domain/testing";
import { type Practice, practice, withFeed } from "../test/practice.js";
import {
  closeServers,
  portOf,
  portOfServer,
  rawConnection,
  type RawReply,
  responsesTo,
} from "../test/raw-connection.js";
import { createApp, createServer } from "./server.js";

/** A list that takes several turns to send and ends when the test allows it. */
const batch: FeedBatch = { count: 1, json: Buffer.from(`"${"x".repeat(70_000)}"`), watermark: at("2026-05-31") };
async function* longList(): AsyncGenerator<FeedBatch, void> {
  for (let count = 1; count < 30; count++) yield batch;
  await released;
  yield batch;
}

let released = Promise.resolve();

let acme: Practice;
let port: number;
beforeAll(async () => {
  acme = await practice(withFeed(longList));
  port = await portOf(createApp(acme.domain, { ...acme.options, checkReplies: false }));
});
afterAll(closeServers);

const host = "Host: x\r\n";
const token = () => `api-token: ${acme.tokens["api-token"]}\r\n`;
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\n${host}${token()}${more}\r\n`;

function expectProblem(reply: RawReply | undefined, status: number, code: string): void {
  expect(reply).toMatchObject({
    status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store" },
  });
  const { message, ...body } = JSON.parse(reply?.body ?? "") as Record<string, unknown>;
  expect(body).toMatchObject({ status, code, detail: message, request_id: reply?.headers["x-request-id"] });
}

describe("input that is not HTTP", () => {
  it.each([
    ["words", "hello there\r\n\r\n"],
    ["another protocol", Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00])],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a version that does not exist", `GET /v2/reviews HTTP/9.9\r\n${host}\r\n`],
    ["a method that does not exist", `FOO /v2/reviews HTTP/1.1\r\n${host}\r\n`],
    ["a space in the path", `GET /v2/re views HTTP/1.1\r\n${host}\r\n`],
    ["non-ASCII bytes in the path", Buffer.from(`GET /v2/\xa0\xff HTTP/1.1\r\n${host}\r\n`, "latin1")],
    ["a NUL in the path", `GET /v2/\0 HTTP/1.1\r\n${host}\r\n`],
    ["a NUL in a header", `GET /v2/reviews HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`],
    ["a space in a header's name", `GET /v2/reviews HTTP/1.1\r\n${host}X y: z\r\n\r\n`],
    ["a folded header", `GET /v2/reviews HTTP/1.1\r\n${host}X: y\r\n z\r\n\r\n`],
    ["bare line feeds", `GET /v2/reviews HTTP/1.1\n${host.replace("\r", "")}\n`],
    [
      "both a length and chunks",
      `POST /x HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n`,
    ],
    ["two lengths", `POST /x HTTP/1.1\r\n${host}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`],
    ["a negative length", `POST /x HTTP/1.1\r\n${host}Content-Length: -3\r\n\r\nabc`],
    ["a transfer encoding without chunks", `POST /x HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\nabc`],
  ])("(%s) is rejected, and the connection is closed", async (_, bytes) => {
    const connection = rawConnection(port);
    connection.send(bytes);
    const [reply] = await connection.replies(1);
    expectProblem(reply, 400, "malformed_request");
    expect(reply?.headers).toMatchObject({ connection: "close", "x-content-type-options": "nosniff" });
    await connection.closed;
  });
});

describe("an unusual HTTP request", () => {
  it.each([
    ["no Host", "GET /v2/reviews HTTP/1.1\r\n\r\n", 400, "malformed_request"],
    ["two Hosts", `GET /v2/reviews HTTP/1.1\r\n${host}${host}\r\n`, 400, "malformed_request"],
    ["another scheme", `GET ftp://x/v2/reviews HTTP/1.1\r\n${host}\r\n`, 400, "malformed_request"],
    ["an unknown expectation", `GET /v2/reviews HTTP/1.1\r\n${host}Expect: cake\r\n\r\n`, 417, "expectation_failed"],
    ["a tunnel", `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`, 405, "method_not_allowed"],
    ["an asterisk as the path", `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 404, "no_such_path"],
    ["a trace", `TRACE /v2/reviews HTTP/1.1\r\n${host}\r\n`, 405, "method_not_allowed"],
    ["two slashes", `GET //v2/reviews HTTP/1.1\r\n${host}\r\n`, 404, "no_such_path"],
    ["dots", `GET /v2/../v2/reviews HTTP/1.1\r\n${host}\r\n`, 404, "no_such_path"],
    ["escaped dots", `GET /v2/%2e%2e/reviews HTTP/1.1\r\n${host}\r\n`, 404, "no_such_path"],
    ["a host in brackets", `GET http://[/x HTTP/1.1\r\n${host}\r\n`, 404, "no_such_path"],
    ["HTTP/1.0", "GET /v2/reviews HTTP/1.0\r\n\r\n", 401, "access_token_invalid"],
    ["only a path", "GET /nothing\r\n\r\n", 404, "no_such_path"],
    [
      "a WebSocket upgrade",
      `GET /v2/reviews HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      401,
      "access_token_invalid",
    ],
  ])("(%s) gets the usual error format", async (_, bytes, status, code) => {
    const [reply] = await responsesTo(port, bytes);
    expectProblem(reply, status, code);
  });

  it.each([
    ["only a host", `GET http://x HTTP/1.1\r\n${host}\r\n`],
    ["a host and a query", `GET http://x?rating=5 HTTP/1.1\r\n${host}\r\n`],
    ["only a slash", "GET /\r\n\r\n"],
  ])("(%s) requests the root", async (_, bytes) => {
    expect(await responsesTo(port, bytes)).toMatchObject([{ status: 200 }]);
  });

  it.each([
    "http://x/v2/locations?x=1",
    "HTTP://x:99999999/v2/locations",
    "https://u:p@x/v2/locations",
    "/v2/locations#?x=%zz",
  ])("for %s requests its path", async (target) => {
    const [reply] = await responsesTo(port, get(target));
    expect(reply).toMatchObject({ status: 200, body: expect.stringContaining("Main Street") });
  });

  it("can use Expect: 100-continue", async () => {
    const connection = rawConnection(port);
    connection.send(`POST /v2/reviews HTTP/1.1\r\n${host}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`);
    expectProblem((await connection.replies(1))[0], 405, "method_not_allowed");
    expect(connection.text()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 405/);
    connection.socket.destroy();
  });
});

describe("headers", () => {
  it.each([
    ["a header", `GET /v2/reviews HTTP/1.1\r\n${host}X: ${"y".repeat(20_000)}\r\n\r\n`],
    ["a path", `GET /${"y".repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
    ["all headers together", `GET /v2/reviews HTTP/1.1\r\n${host}${`X: ${"y".repeat(1_000)}\r\n`.repeat(20)}\r\n`],
    [
      "a media type of spaces",
      `POST /oauth/token HTTP/1.1\r\n${host}Content-Type: application/json${" ".repeat(60_000)}x\r\n\r\n`,
    ],
  ])("over 16 KB are rejected (%s)", async (_, bytes) => {
    const connection = rawConnection(port);
    connection.send(bytes);
    expectProblem((await connection.replies(1))[0], 431, "headers_too_large");
    await connection.closed;
  });

  it("are limited to a hundred", async () => {
    const flood = (count: number) => "X: y\r\n".repeat(count - 2);
    expect(await responsesTo(port, get("/v2/locations", flood(100)))).toMatchObject([{ status: 200 }]);
    for (const count of [101, 150, 1_000]) {
      expectProblem((await responsesTo(port, get("/v2/locations", flood(count))))[0], 431, "too_many_headers");
    }
  });

  it("can hold a long list of ids", async () => {
    const [reply] = await responsesTo(port, get(`/v2/reviews?rating=${"1,".repeat(7_000)}`));
    expectProblem(reply, 400, "too_many_members");
  });
});

describe("several requests on one connection", () => {
  it("get their responses in order", async () => {
    const connection = rawConnection(port);
    connection.send(get("/v2/locations") + get("/nowhere") + get("/v2/platforms") + get("/v2/reviews?rating=x"));
    expect((await connection.replies(4)).map(({ status }) => status)).toEqual([200, 404, 200, 400]);
    connection.socket.destroy();
  });

  it("get their responses before malformed input is rejected once", async () => {
    let open = () => {};
    released = new Promise((resolve) => (open = resolve));
    const connection = rawConnection(port);
    connection.send(`${get("/v2/reviews")}${get("/v2/locations")}garbage\r\n\r\n`);
    await pause(50);
    connection.send("more garbage\r\n\r\n");
    await pause(50);
    open();
    await connection.closed;
    const [list, locations, refusal, ...others] = await connection.replies(3);
    expect(list?.body).toHaveLength(30 * batch.json.length + 29 + '{"items":[]}'.length);
    expect(locations).toMatchObject({ status: 200 });
    expectProblem(refusal, 400, "malformed_request");
    expect(others).toEqual([]);
  });

  it("get one response each if one of them has an invalid unread body", async () => {
    const connection = rawConnection(port);
    const chunked = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
    connection.send(get("/v2/reviews", chunked));
    while (connection.text().length === 0) await pause(5);
    connection.send("zz\r\n");
    await connection.closed;
    const replies = await connection.replies(1);
    expect(replies.map(({ status }) => status)).toEqual([200]);
    expect(replies[0]?.body.endsWith("]}")).toBe(true);
  });
});

describe("a connection between two requests", () => {
  it("is not cut off by the limit for slow clients", async () => {
    const app = createApp(acme.domain, { ...acme.options, checkReplies: false, stallMilliseconds: 100 });
    const connection = rawConnection(await portOf(app, { keepAliveTimeout: 0 }));
    connection.send(get("/v2/reviews"));
    await connection.replies(1);
    await pause(300);
    connection.send(get("/v2/locations"));
    expect(await connection.replies(2)).toMatchObject([{ status: 200 }, { status: 200 }]);
    connection.socket.destroy();
  });
});

describe("an idle connection", () => {
  it("is closed after a while", async () => {
    const connection = rawConnection(await portOf(createApp(acme.domain, acme.options), { keepAliveTimeout: 50 }));
    connection.send(get("/v2/locations"));
    await connection.closed;
    expect(await connection.replies(1)).toMatchObject([{ status: 200 }]);
  });
});

describe("a connection with empty lines after a response", () => {
  it("is closed after a while", async () => {
    const limits = { keepAliveTimeout: 1_000, headersTimeout: 200 };
    const connection = rawConnection(await portOf(createApp(acme.domain, acme.options), limits));
    connection.send(get("/v2/locations"));
    const dripping = setInterval(() => connection.send("\r\n"), 50);
    await connection.closed;
    clearInterval(dripping);
    expect(await connection.replies(1)).toMatchObject([{ status: 200 }]);
  });
});

describe("a slow client", () => {
  let hasty: number;
  beforeAll(async () => {
    const app = createApp(acme.domain, acme.options);
    hasty = await portOf(app, { headersTimeout: 150, requestTimeout: 300 });
  });

  it.each([
    ["sends nothing", ""],
    ["sends empty lines", "\r\n\r\n"],
    ["stops within its headers", `GET /v2/reviews HTTP/1.1\r\n${host}X: `],
  ])("is cut off when it %s", async (_, bytes) => {
    const connection = rawConnection(hasty);
    connection.send(bytes);
    expectProblem((await connection.replies(1))[0], 408, "request_timeout");
    await connection.closed;
  });

  it("gets no second response to a rejected body", async () => {
    const connection = rawConnection(hasty);
    connection.send(`POST /v2/reviews HTTP/1.1\r\n${host}Content-Length: 100\r\n\r\nabc`);
    await connection.closed;
    expect((await connection.replies(2)).map(({ status }) => status)).toEqual([405]);
  });
});

describe("the server", () => {
  /** Connects a client that does not close its side when the server does. */
  function stubborn(to: number) {
    const socket = connect({ port: to, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
    socket.resume();
    return { socket, closed: new Promise((resolve) => void socket.once("close", resolve)) };
  }

  it("survives clients that reset their connections, including tunnels", async () => {
    for (const bytes of [get("/v2/reviews"), `CONNECT x:1 HTTP/1.1\r\n${host}\r\n`, "garbage\r\n\r\n", "GET /v2"]) {
      const { socket, closed } = stubborn(port);
      socket.write(bytes);
      await pause(50);
      socket.resetAndDestroy();
      await closed;
    }
    await pause(50);
    expect(await responsesTo(port, get("/v2/locations"))).toMatchObject([{ status: 200 }]);
  });

  it("cuts off a rejected client that continues to send", async () => {
    const { socket, closed } = stubborn(port);
    socket.write("garbage\r\n\r\n");
    const talking = setInterval(() => socket.write("more of the same\r\n"), 50);
    await closed;
    clearInterval(talking);
    expect(socket.errored).not.toBeNull();
  });

  it("has default limits and accepts others", () => {
    const app = () => {};
    expect(createServer(app)).toMatchObject({
      headersTimeout: 15_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 65_000,
      maxHeadersCount: 0,
    });
    expect(createServer(app, { requestTimeout: 20_000 })).toMatchObject({
      headersTimeout: 15_000,
      requestTimeout: 20_000,
    });
  });

  it("replaces the connection that has been idle longest with a new one", async () => {
    const port = await portOfServer(createServer(createApp(acme.domain, acme.options), { maxConnections: 10 }));
    const used = rawConnection(port);
    used.send(get("/v2/locations"));
    await used.replies(1);
    const silent = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const connection = rawConnection(port);
        await once(connection.socket, "connect");
        return connection;
      }),
    );
    expect(await responsesTo(port, get("/v2/platforms"))).toMatchObject([{ status: 200 }]);
    await Promise.all([used.closed, ...silent.slice(0, 40).map(({ closed }) => closed)]);
    const late = silent.at(-1);
    late?.send(get("/v2/platforms"));
    expect(await late?.replies(1)).toMatchObject([{ status: 200 }]);
    silent.forEach(({ socket }) => socket.destroy());
  });

  it("answers new connections while the maximum number of requests waits for changes", async () => {
    const stopping = new AbortController();
    const app = createApp(acme.domain, { ...acme.options, maxWaits: 3, stopping: stopping.signal });
    const port = await portOfServer(createServer(app, { maxConnections: 4 }));
    const [all] = await responsesTo(port, get("/v2/changes"));
    const path = `/v2/changes?cursor=${all?.headers["x-cursor"]}`;
    const waiting = Array.from({ length: 3 }, () => rawConnection(port));
    for (const connection of waiting) connection.send(get(path, "Prefer: wait=60\r\n"));
    for (let times = 0; times < 5; times += 1) {
      const [refused] = await responsesTo(port, get(path, "Prefer: wait=60\r\n"));
      expect([refused?.status, refused?.headers["preference-applied"]]).toEqual([200, undefined]);
      expect(await responsesTo(port, get("/healthz"))).toMatchObject([{ status: 200 }]);
    }
    stopping.abort();
    for (const connection of waiting) expect(await connection.replies(1)).toMatchObject([{ status: 200 }]);
    waiting.forEach(({ socket }) => socket.destroy());
  });

  it("rejects a new connection with the usual error format if none is idle", async () => {
    const holding = createHolding();
    const port = await portOfServer(createServer(holding.app, { maxConnections: 2 }));
    const busy = [rawConnection(port), rawConnection(port)];
    for (const connection of busy) connection.send(get("/v2/locations"));
    await holding.waiting(2);
    const [refused] = await responsesTo(port, get("/v2/locations"));
    expectProblem(refused, 503, "too_many_connections");
    expect(refused?.headers).toMatchObject({ "retry-after": "1", connection: "close" });
    holding.release();
    for (const connection of busy) expect(await connection.replies(1)).toMatchObject([{ status: 200 }]);
    expect(await responsesTo(port, get("/v2/locations"))).toMatchObject([{ status: 200 }]);
    busy.forEach(({ socket }) => socket.destroy());
  });

  it("reports no errors in these tests", () => {
    expect(acme.reports).toEqual([]);
  });
});

/** An app that responds only when the test allows it. */
function createHolding() {
  const held: ServerResponse[] = [];
  let isReleased = false;
  const app: RequestListener = (_request, response) => void (isReleased ? response.end() : held.push(response));
  return {
    app,
    async waiting(count: number) {
      while (held.length < count) await pause(2);
    },
    release() {
      isReleased = true;
      held.forEach((response) => response.end());
    },
  };
}
