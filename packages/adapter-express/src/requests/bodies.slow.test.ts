import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import express from "express";
import request from "supertest";
import { type Practice, practice } from "../../test/practice.js";
import { closeServers, portOf, rawConnection } from "../../test/raw-connection.js";
import { route, withChanges } from "../route.js";
import { ClientGone, exchangeOpener } from "../router/exchange.js";
import { routerOf } from "../router/router.js";
import { exactly } from "../schema.js";
import { bodyBytes } from "./body.js";
import { validatorCompiler } from "./request-reader.js";

const member = exactly(
  { name: { type: "string", minLength: 1 }, age: { type: "integer" }, kind: { type: "string", enum: ["a", "b"] } },
  "age",
  "kind",
);

/** A test route that returns its query and body. */
const echo = route({
  method: "post",
  path: "/echo",
  operation: "echo",
  tag: "Health",
  summary: "What was sent",
  description: "An operation of a test.",
  access: "data-sync",
  query: { type: "object", properties: { by: { type: "string" } } },
  body: exactly({ members: { type: "array", items: member } }),
  reply: exactly({ names: { type: "array", items: { type: "string" } }, by: { type: "string" } }, "by"),
  handle: (_domain, { body, query }) => ({
    names: body.members.map(({ name }) => name),
    ...(query.by !== undefined && { by: query.by }),
  }),
});
const small = withChanges(echo, { path: "/small", bodyLimit: 100 });
const anything = withChanges(echo, {
  path: "/anything",
  body: { type: "object", properties: {} },
  handle: () => ({ names: [] }),
});
const plain = route({
  method: "get",
  path: "/plain",
  operation: "plain",
  tag: "Health",
  summary: "Nothing",
  description: "An operation of a test.",
  access: "data-sync",
  reply: exactly({}),
  handle: () => ({}),
});

const stream = route({
  method: "post",
  path: "/stream",
  operation: "stream",
  tag: "Health",
  summary: "Length of a file",
  description: "An operation of a test.",
  access: "data-sync",
  streams: ["text/plain"],
  reply: exactly({ bytes: { type: "integer" } }),
  async handle(_domain, { body }) {
    let bytes = 0;
    for await (const piece of body as AsyncIterable<Uint8Array>) bytes += piece.length;
    return { bytes };
  },
});

let acme: Practice;
let app: express.Express;
beforeEach(async () => {
  acme = await practice();
  const tables = [{ prefix: "/v9", dataSync: "v2-data" as const, routes: [echo, small, anything, plain, stream] }];
  app = express().use(routerOf(tables, acme.domain, acme.options));
});
afterEach(closeServers);

const json = "application/json";
const good = JSON.stringify({ members: [{ name: "Bo" }] });
const post = (body: string | Buffer | undefined, type = json, path = "/v9/echo", on = app) =>
  request(on)
    .post(path)
    .set({ "api-token": acme.tokens["api-token"], "Content-Type": type })
    .serialize((sent: unknown) => sent as string)
    .send(body);
const head = (path: string, ...headers: readonly string[]) =>
  [`POST ${path} HTTP/1.1`, "Host: x", `api-token: ${acme.tokens["api-token"]}`, ...headers, "", ""].join("\r\n");

describe("a JSON body", () => {
  it("is read together with the query", async () => {
    const reply = await post(good, json, "/v9/echo?by=me").expect(200);
    expect(reply.body).toEqual({ names: ["Bo"], by: "me" });
  });

  it.each([
    json,
    "Application/JSON",
    `${json};charset=utf-8`,
    `${json}; charset="UTF-8"`,
    `${json} ; Charset=utf-8`,
    `${json}; charset=utf8`,
  ])("accepts the content type %s", async (type) => {
    await post(good, type).expect(200);
  });

  it.each([
    ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json5"],
    ...[`${json}; charset=latin1`, `${json}; profile=x`, `${json}, text/plain`, "application/problem+json", "json"],
  ])("rejects the content type %s", async (type) => {
    const { body, headers } = await post(good, type).expect(415);
    expect(body).toMatchObject({ status: 415, code: "unsupported_media_type" });
    expect(headers["accept"]).toBe(json);
  });

  it("needs a content type", async () => {
    const connection = rawConnection(await portOf(app));
    connection.send(head("/v9/echo", `Content-Length: ${good.length}`), good);
    expect(await connection.replies(1)).toMatchObject([{ status: 415 }]);
    connection.socket.destroy();
  });

  it("must not be compressed", async () => {
    const { body, headers } = await post(gzipSync(good)).set("Content-Encoding", "gzip").expect(415);
    expect(body).toMatchObject({ code: "unsupported_content_encoding" });
    expect(headers["accept-encoding"]).toBe("identity");
    await post(good).set("Content-Encoding", "identity").expect(200);
  });

  it.each([
    ...["{", "[1,]", "nope", '{"members":[]', `${good}${good}`, "\u0000", "'x'", "NaN", "﻿﻿{}"],
    ...[
      Buffer.from([0x22, 0xff, 0x22]),
      Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
      Buffer.from([0x22, 0xc0, 0x80, 0x22]),
    ],
  ])("is rejected and not quoted if it is malformed (%j)", async (text) => {
    const { body } = await post(text).expect(400);
    expect(body).toMatchObject({ code: "malformed_json", message: "the body must be JSON in UTF-8" });
  });

  it("may be nested 32 levels deep and no deeper", async () => {
    const nested = (levels: number) => `{"x":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    await post(nested(32), json, "/v9/anything").expect(200);
    const { body } = await post(nested(33), json, "/v9/anything").expect(400);
    expect(body).toMatchObject({ code: "json_too_deep" });
    await post("[".repeat(500_000), json, "/v9/anything").expect(400);
    await post(`{"x":${"[".repeat(400_000)}${"]".repeat(400_000)}}`, json, "/v9/anything").expect(400);
  });

  it.each(['{"x":1,"x":2}', '[{"a":{"b":1,"\\u0062":2}}]', '{"x":"a:b","x":"\\":"}', '{"__proto__":1,"__proto__":2}'])(
    "is rejected if an object has a duplicate key (%s)",
    async (text) => {
      const { body } = await post(text, json, "/v9/anything").expect(400);
      expect(body).toMatchObject({ code: "duplicate_key", message: "an object in the body has a duplicate key" });
    },
  );

  it.each(['{"x":1,"y":{"x":1}}', '{"x":"\\"x\\":1","y":[{"x":1},{"x":2}]}', '{"__proto__":1,"constructor":2}'])(
    "may repeat a key in other objects and in strings (%s)",
    async (text) => {
      await post(text, json, "/v9/anything").expect(200);
    },
  );

  it.each([
    ['{"x":["ok","\\ud800"]}', "/x/1"],
    ['{"a/b":{"~":"x\\udfff"}}', "/a~1b/~0"],
    ['{"x":{"\\udc00":1}}', "/x"],
    ['"\\ud83d"', ""],
  ])("is rejected if it contains an unpaired surrogate (%s)", async (text, pointer) => {
    const { body } = await post(text, json, "/v9/anything").expect(400);
    expect(body).toMatchObject({ code: "unpaired_surrogate", errors: [{ pointer }] });
    await post('{"x":"\\ud83e\\uddb7"}', json, "/v9/anything").expect(200);
  });

  it("is required if the route declares one", async () => {
    const { body } = await post(undefined).expect(400);
    expect(body).toMatchObject({ code: "body_required" });
  });

  it("is not read for an unauthenticated caller", async () => {
    await request(app).post("/v9/echo").set("Content-Type", "text/plain").send("x".repeat(2_000_000)).expect(401);
  });
});

describe("a body that does not match its schema", () => {
  const problems = async (value: unknown) => (await post(JSON.stringify(value)).expect(400)).body as unknown;

  it("is rejected with the pointer of every problem", async () => {
    const wrong = { members: [{ name: "", age: 1.5, kind: "c", "a/b~c": 1 }, {}], more: true };
    expect(await problems(wrong)).toMatchObject({
      status: 400,
      code: "invalid_body",
      message: "/more is not a known member (and 5 more)",
      errors: [
        { pointer: "/more", message: "/more is not a known member" },
        { pointer: "/members/0/a~1b~0c", message: "/members/0/a~1b~0c is not a known member" },
        { pointer: "/members/0/name", message: "/members/0/name must NOT have fewer than 1 characters" },
        { pointer: "/members/0/age", message: "/members/0/age must be integer" },
        { pointer: "/members/0/kind", message: "/members/0/kind must be one of a, b" },
        { pointer: "/members/1/name", message: "/members/1/name is required" },
      ],
    });
  });

  it.each([[null], [[]], ["text"], [7], [true]])("is rejected when it is %j", async (value) => {
    expect(await problems(value)).toMatchObject({ errors: [{ pointer: "", message: "the body must be object" }] });
  });

  it("does not treat inherited names as members", async () => {
    expect(await problems({})).toMatchObject({ errors: [{ pointer: "/members", message: "/members is required" }] });
    const { body } = await post('{"members":[],"__proto__":{"x":1}}').expect(400);
    expect(body).toMatchObject({ errors: [{ pointer: "/__proto__" }] });
    await post('{"members":[{"constructor":1,"toString":2}]}').expect(400);
    const validate = validatorCompiler()(exactly({ toString: { type: "string" } }));
    expect(validate({})).toEqual([{ pointer: "/toString", message: "is required" }]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it("reports all problems of the first hundred array members, or else the first problem", async () => {
    const problem = (await problems({ members: Array(150).fill({ name: 1 }) })) as { errors: { pointer: string }[] };
    expect(problem.errors.map(({ pointer }) => pointer)).toEqual(
      Array.from({ length: 100 }, (_, at) => `/members/${at}/name`),
    );
    const late = Array.from({ length: 150 }, (_, at) => ({ name: at === 120 ? 1 : "x" }));
    expect(await problems({ members: late })).toMatchObject({ errors: [{ pointer: "/members/120/name" }] });
  });

  it("has at most 500 members per object and 100,000 values", async () => {
    const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, 0]));
    const tooWide = { status: 400, code: "json_too_wide" };
    await post(JSON.stringify(members(500)), json, "/v9/anything").expect(200);
    expect(await problems(members(501))).toMatchObject(tooWide);
    expect(await problems({ members: [{ name: "x", ...members(501) }] })).toMatchObject(tooWide);
    await post(JSON.stringify({ x: Array(99_999).fill([]) }), json, "/v9/anything").expect(200);
    expect(await problems({ x: Array(100_001).fill([]) })).toMatchObject(tooWide);
    expect(await problems({ 'a,"\\': `${",".repeat(200_000)}"` })).toMatchObject({ code: "invalid_body" });
  });

  it("reports at most a hundred problems", async () => {
    const problem = (await problems({ members: Array(100).fill({ a: 1, b: 2, c: 3 }) })) as { errors: unknown[] };
    expect(problem.errors).toHaveLength(100);
  });
});

describe("a body that is too large", () => {
  const large = JSON.stringify({ members: [{ name: "x".repeat(1_048_576) }] });

  it("is rejected by its declared length, and the connection stays open", async () => {
    const connection = rawConnection(await portOf(app));
    connection.send(head("/v9/echo", `Content-Type: ${json}`, `Content-Length: ${large.length}`), large);
    connection.send(head("/v9/echo", `Content-Type: ${json}`, `Content-Length: ${good.length}`), good);
    expect(await connection.replies(2)).toMatchObject([
      { status: 413, body: expect.stringContaining('"code":"body_too_large"') },
      { status: 200, body: '{"names":["Bo"]}' },
    ]);
    connection.socket.destroy();
  });

  it("is rejected as soon as it exceeds the limit without a declared length, and the connection stays open", async () => {
    const connection = rawConnection(await portOf(app));
    connection.send(head("/v9/small", `Content-Type: ${json}`, "Transfer-Encoding: chunked"));
    connection.send(`c8\r\n${"x".repeat(200)}\r\n`);
    expect(await connection.replies(1)).toMatchObject([{ status: 413 }]);
    for (let more = 0; more < 50; more++) connection.send(`c8\r\n${"x".repeat(200)}\r\n`);
    connection.send("0\r\n\r\n", head("/v9/echo", `Content-Type: ${json}`, `Content-Length: ${good.length}`), good);
    expect(await connection.replies(2)).toMatchObject([{ status: 413 }, { status: 200 }]);
    connection.socket.destroy();
  });

  it("is rejected with one byte over the limit", async () => {
    const sized = (bytes: number) => `{"members":[]${" ".repeat(bytes - 14)}}`;
    await post(sized(100), json, "/v9/small").expect(200);
    await post(sized(101), json, "/v9/small").expect(413);
    await post(sized(1_048_576)).expect(200);
    await post(sized(1_048_577)).expect(413);
  });
});

describe("a body that never arrives", () => {
  it("leaves no state behind when the client disconnects", async () => {
    const connection = rawConnection(await portOf(app));
    connection.send(head("/v9/echo", `Content-Type: ${json}`, "Content-Length: 100"), '{"members":');
    await pause(50);
    connection.socket.destroy();
    while (acme.logs.length === 0) await pause(5);
    expect(acme.logs).toMatchObject([{ route: "/v9/echo", aborted: true }]);
    expect(acme.reports).toEqual([]);
  });

  it("is not awaited if the client disconnected before the body was read", async () => {
    let refused: unknown;
    const open = exchangeOpener({});
    const port = await portOf((incoming, response) => {
      const exchange = open(incoming, response);
      incoming.once("close", () => void bodyBytes(exchange, 100).catch((error: unknown) => (refused = error)));
    });
    const connection = rawConnection(port);
    connection.send(head("/", "Content-Length: 100"), "{");
    await pause(50);
    connection.socket.destroy();
    while (refused === undefined) await pause(5);
    expect(refused).toBeInstanceOf(ClientGone);
  });

  it("is abandoned if the client is too slow", async () => {
    const connection = rawConnection(await portOf(app, { headersTimeout: 100, requestTimeout: 200 }));
    connection.send(head("/v9/echo", `Content-Type: ${json}`, "Content-Length: 100"), '{"members":');
    const [reply] = await connection.replies(1);
    expect(reply).toMatchObject({ status: 408, headers: { connection: "close" } });
    expect(JSON.parse(reply?.body ?? "")).toMatchObject({ code: "request_timeout" });
    await connection.closed;
    expect(acme.reports).toEqual([]);
  });

  it("may take longer if it is a file", async () => {
    const limits = { headersTimeout: 100, requestTimeout: 200 };
    const connection = rawConnection(await portOf(app, limits));
    connection.send(head("/v9/stream", "Content-Type: text/plain", "Content-Length: 10"), "first");
    await pause(600);
    connection.send("other");
    expect((await connection.replies(1))[0]).toMatchObject({ status: 200, body: '{"bytes":10}' });
    connection.send(head("/v9/echo", `Content-Type: ${json}`, "Content-Length: 100"), '{"members":');
    expect((await connection.replies(2))[1]).toMatchObject({ status: 408, headers: { connection: "close" } });
    await connection.closed;
  });

  it("is rejected if the chunked encoding is invalid", async () => {
    const connection = rawConnection(await portOf(app));
    connection.send(head("/v9/echo", `Content-Type: ${json}`, "Transfer-Encoding: chunked"), '5\r\n{"mem\r\nzz\r\n');
    expect(await connection.replies(1)).toMatchObject([{ status: 400, headers: { connection: "close" } }]);
    await connection.closed;
    expect(acme.reports).toEqual([]);
  });
});

describe("a request without a body", () => {
  it.each(["application/json", "text/plain", "multipart/form-data", "nonsense"])(
    "succeeds regardless of its content type (%s)",
    async (type) => {
      const headers = { "api-token": acme.tokens["api-token"], "Content-Type": type };
      await request(app).get("/v9/plain").set(headers).expect(200);
      await request(app).get("/v9/plain").set(headers).set("Content-Length", "0").expect(200);
    },
  );

  it("is normal for GET, but a body sent with GET must be JSON", async () => {
    const get = () => request(app).get("/v9/plain").set("api-token", acme.tokens["api-token"]);
    await get().send({ any: "thing" }).expect(200);
    await get().type("text/plain").send("any thing").expect(415);
  });
});

describe("a host's own body parser", () => {
  const hosted = (...parsers: express.RequestHandler[]) => {
    const tables = [{ prefix: "/v9", dataSync: "v2-data" as const, routes: [echo, anything] }];
    return express().use(...parsers, routerOf(tables, acme.domain, acme.options));
  };

  it.each([
    ["JSON", express.json()],
    ["text", express.text({ type: "*/*" })],
    ["bytes", express.raw({ type: "*/*" })],
  ])("is supported if it left the body as %s", async (_, parser) => {
    const on = hosted(parser);
    expect((await post(good, json, "/v9/echo", on).expect(200)).body).toEqual({ names: ["Bo"] });
    expect((await post('{"members":1}', json, "/v9/echo", on).expect(400)).body).toMatchObject({
      code: "invalid_body",
    });
    await post(good, "text/plain", "/v9/echo", on).expect(415);
  });

  it("does not lift the limits on the body", async () => {
    const deep = `{"x":${"[".repeat(40)}${"]".repeat(40)}}`;
    await post(deep, json, "/v9/anything", hosted(express.json())).expect(400);
  });

  it("is reported as the host's error if it left no body", async () => {
    const eating: express.RequestHandler = (incoming, _response, next) => void incoming.on("end", next).resume();
    await post(good, json, "/v9/echo", hosted(eating)).expect(500);
    expect(acme.reports).toMatchObject([{ error: { message: expect.stringContaining("request.body") } }]);
  });
});
