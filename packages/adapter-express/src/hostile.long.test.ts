import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { anyCharacter } from "@repute/domain/testing";
import fc from "fast-check";
import { reportFigure, scaled } from "../../../test/torture.js";
import { type Practice, practice } from "../test/practice.js";
import { closeServers, portOf, type RawReply, responsesTo } from "../test/raw-connection.js";
import { createApp, versions } from "./server.js";

let acme: Practice;
let port: number;
beforeAll(async () => {
  acme = await practice();
  port = await portOf(createApp(acme.domain, acme.options), { headersTimeout: 100, requestTimeout: 200 });
});
afterAll(async () => {
  await closeServers();
  reportFigure(`${sane} generated requests served, or refused in the shape of errors`);
});

const runs = scaled(200, 10_000);
let sane = 0;
const endpoints = versions.flatMap(({ prefix, routes }) =>
  routes.map((route) => ({ path: prefix + route.path, parameters: Object.keys(route.query.properties) })),
);
const tokenFor = (path: string) => acme.tokens[path.startsWith("/v1/") ? "account-key" : "api-token"];
const request = (path: string, target: string) =>
  Buffer.from(`GET ${target} HTTP/1.1\r\nHost: x\r\napi-token: ${tokenFor(path)}\r\n\r\n`, "latin1");

/** Expects success or a well-formed error response, and never a server error. */
function expectSane(replies: readonly RawReply[]): void {
  for (const { status, headers, body } of replies) {
    expect(status).toBeLessThan(500);
    if (status < 400) continue;
    expect(headers["content-type"]).toBe("application/problem+json");
    expect(JSON.parse(body)).toMatchObject({ status, request_id: headers["x-request-id"] });
  }
  expect(acme.reports).toEqual([]);
  sane += 1;
}

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 50 }),
  fc.string({ unit: "grapheme", maxLength: 50 }),
  fc.constantFrom(
    "__proto__",
    "0",
    "-0",
    "1e3",
    "9".repeat(40),
    "2026-13-45",
    "0000-00-00",
    "9999-12-31",
    "NaN",
    "null",
  ),
  fc.constantFrom(
    "9999-12-31T23:59:59-23:59",
    "0000-01-01T00:00:00+23:59",
    "' OR 1=1 --",
    "\u202e",
    "\ufeff",
    "%",
    "😀",
  ),
);
/** Values close to valid ones for list parameters. */
const nearlyRight = fc.oneof(
  fc
    .array(fc.constantFrom("1", " 1", "10", "30", "-0", "2", "", "1e3", "9007199254740991"), { maxLength: 4 })
    .map(String),
  fc
    .dictionary(
      fc.constantFrom("custom_fields.plan", "custom_fields.__proto__", "__proto__", "custom_fields.", "plan"),
      fc.oneof(
        fc.tuple(fc.constantFrom("eq", "in_", "ne"), fc.jsonValue({ maxDepth: 2, stringUnit: anyCharacter })),
        fc.jsonValue({ maxDepth: 2 }),
      ),
    )
    .map((filters) => JSON.stringify(filters)),
  fc
    .array(fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.constantFrom("", "-0", "NaN", "00000000")), { maxLength: 8 })
    .map((parts) => Buffer.from(parts.join(".")).toString("base64url")),
  fc.constantFrom("asc", "desc", "1", "10000", "2026-03-01", "2026-03-01T00:00:00Z", "[".repeat(8_000)),
);
const wellFormed = (text: string) => encodeURIComponent(text.toWellFormed());
const byteText = fc.string({ unit: fc.constantFrom(..."%&=?#/+;,.:0aF\x01\x7f\xff 2[]{}\"'\\"), maxLength: 60 });

describe("an arbitrary string in a parameter", () => {
  it("never makes an endpoint fail", async () => {
    const requested = fc
      .constantFrom(...endpoints)
      .chain(({ path, parameters }) =>
        fc.tuple(
          fc.constant(path),
          fc.array(fc.tuple(fc.constantFrom("other", ...parameters), fc.oneof(anyText, nearlyRight)), { maxLength: 4 }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(requested, async ([path, pairs]) => {
        const query = pairs.map(([name, value]) => `${name}=${wellFormed(value)}`).join("&");
        expectSane(await responsesTo(port, request(path, `${path}?${query}`)));
      }),
      { numRuns: runs },
    );
  });

  it("never makes an endpoint fail without escaping", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...endpoints), byteText, async ({ path }, text) => {
        expectSane(await responsesTo(port, request(path, `${path}?rating=${text}`)));
      }),
      { numRuns: runs },
    );
  });
});

describe("an arbitrary string", () => {
  it("in the path never makes the app fail", async () => {
    await fc.assert(
      fc.asyncProperty(byteText, async (text) => expectSane(await responsesTo(port, request("/v2/", `/${text}`)))),
      { numRuns: runs },
    );
  });

  it("as a token never makes the app fail", async () => {
    const value = fc.string({ unit: fc.constantFrom(...'rpa_0Zz \t,;="\xff~'), maxLength: 60 });
    const name = fc.constantFrom(
      "api-token",
      "Authorization",
      "Accept",
      "Accept-Encoding",
      "If-None-Match",
      "X-Request-Id",
      "Content-Type",
      "Content-Length",
      "Transfer-Encoding",
      "Expect",
      "Connection",
      "Upgrade",
    );
    const headers = fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(headers, async (pairs) => {
        const lines = pairs.map(([header, text]) => `${header}: ${text}\r\n`).join("");
        const bytes = Buffer.from(`GET /v2/reviews HTTP/1.1\r\nHost: x\r\n${lines}\r\n`, "latin1");
        expectSane(await responsesTo(port, bytes));
      }),
      { numRuns: runs },
    );
  });

  it("as an Accept header never makes a list fail", async () => {
    const text = fc.string({
      unit: fc.constantFrom(..."text/csv", ...'*,;= q.019\t"\xff', "application/json"),
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...endpoints), text, async ({ path }, types) => {
        const lines = ["Host: x", `api-token: ${tokenFor(path)}`, `Accept: ${types}`];
        expectSane(
          await responsesTo(port, Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1")),
        );
      }),
      { numRuns: runs },
    );
  });

  it("as a whole request never makes the server fail", async () => {
    const piece = fc.constantFrom(
      "GET ",
      "POST ",
      "/v2/reviews",
      " HTTP/1.1",
      " HTTP/1.0",
      "\r\n",
      "\r\n\r\n",
      "Host: x",
      "Content-Length: 5",
      "Transfer-Encoding: chunked",
      "5\r\nabcde\r\n",
      "0\r\n\r\n",
      "api-token: x",
      ": ",
      "\0",
      "\xff",
      "http://",
      "*",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 12 }), async (pieces) => {
        expectSane(await responsesTo(port, Buffer.from(pieces.join(""), "latin1")));
      }),
      { numRuns: runs },
    );
  });
});
