import { get } from "node:https";
import tls from "node:tls";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "@jest/globals";
import { throwawayCertificate } from "../../../test/throwaway-certificate.js";
import { closeServers, httpServer, httpsServer, rawServer } from "../test/local-server.js";
import { answerWith } from "../test/partner-host.js";
import { parseOrigins } from "./fetch-guard.js";
import { fetchKeySet, readKeySet } from "./key-set.js";
import { jwkOf, partnerKey } from "./testing/partner.js";

describe("fetching a key set", () => {
  afterEach(closeServers);

  const unresolvable = () => Promise.reject(new Error("no name is asked for"));
  const set = '{"keys":[]}';

  /** Fetches a URL at an allowed origin. Returns the response or the detail of the error. */
  const fetched = (url: string, authorities?: string, signal = new AbortController().signal) =>
    fetchKeySet(
      parseOrigins([new URL(url).origin]),
      unresolvable,
      authorities,
    )(url, signal).then(
      ({ body, ...rest }) => ({ ...rest, body: Buffer.from(body).toString() }),
      (error: { code?: string; detail?: string }) => error.detail ?? error.code,
    );

  describe("fetchKeySet", () => {
    it("returns the body and the cache headers", async () => {
      const origin = await httpServer((request, response) => {
        response.setHeader("cache-control", "max-age=60").setHeader("age", "7");
        response.end(`${request.method} ${request.url} ${request.headers.connection}`);
      });
      expect(await fetched(`${origin}/a/jwks?tenant=1`)).toEqual({
        body: "GET /a/jwks?tenant=1 close",
        cacheControl: "max-age=60",
        age: "7",
      });
    });

    it("does not follow redirects", async () => {
      let requested = 0;
      const origin = await httpServer((_, response) => {
        requested += 1;
        response.writeHead(302, { location: "/elsewhere" }).end(set);
      });
      expect(await fetched(`${origin}/jwks`)).toBe("status_302");
      expect(requested).toBe(1);
    });

    it.each([201, 204, 206, 304, 401, 404, 500, 503])("rejects a response with status %i", async (status) => {
      const origin = await httpServer((_, response) => response.writeHead(status).end());
      expect(await fetched(origin)).toBe(`status_${status}`);
    });

    it("accepts 64 KB and rejects one more byte", async () => {
      const origin = await httpServer((request, response) => response.end("x".repeat(Number(request.url?.slice(1)))));
      expect(await fetched(`${origin}/65536`)).toMatchObject({ body: "x".repeat(65_536) });
      expect(await fetched(`${origin}/65537`)).toBe("too_large");
    });

    it("stops reading an endless response at 64 KB", async () => {
      let sent = 0;
      const origin = await httpServer((_, response) => {
        const more = () => {
          while (!response.destroyed && response.write("x".repeat(16_384))) sent += 16_384;
        };
        response.on("drain", more);
        more();
      });
      expect(await fetched(origin)).toBe("too_large");
      await closeServers();
      expect(sent).toBeLessThan(50_000_000);
    });

    it("does not decompress a response", async () => {
      const origin = await httpServer((request, response) => {
        expect(request.headers["accept-encoding"]).toBe("identity");
        response.setHeader("content-encoding", "gzip").end(gzipSync("x".repeat(10_000_000)));
      });
      expect(await fetched(origin)).toMatchObject({ body: expect.not.stringContaining("xx") });
    });

    it("stops on abort in every phase of the response", async () => {
      const hosts = [
        await rawServer("", false),
        await rawServer("HTTP/1.1 200 OK\r\n", false),
        await rawServer(`HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n${set}`, false),
        await rawServer("HTTP/1.1 100 Continue\r\n\r\n".repeat(9), false),
      ];
      for (const host of hosts) {
        const limit = new AbortController();
        const requested = fetched(host, undefined, limit.signal);
        setTimeout(() => limit.abort(), 50);
        expect(await requested).toMatch(/ABORT_ERR|ECONNRESET/);
      }
    });

    it.each([
      ["nothing", "", "ECONNRESET"],
      ["a response that is not HTTP", "SSH-2.0-OpenSSH_9.9\r\n", "HPE_INVALID_CONSTANT"],
      ["half a response", `HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n${set}`, "ECONNRESET"],
      ["half a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{", "ECONNRESET"],
      ["two lengths", `HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n${set}`, /HPE_/],
      ["another protocol", "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n", /./],
      ["a header of 20 KB", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, "HPE_HEADER_OVERFLOW"],
    ])("fails and closes the connection if the host sends %s", async (_, answer, detail) => {
      expect(await fetched(await rawServer(answer))).toMatch(detail);
    });

    it("sends no request for a URL that is not allowed", async () => {
      const fetch = fetchKeySet(parseOrigins([]), unresolvable);
      for (const url of ["http://partner.example/", "https://127.0.0.1/", "https://localhost/", "", "x"]) {
        await expect(fetch(url, new AbortController().signal)).rejects.toMatchObject({ detail: "url_not_allowed" });
      }
    });

    it("does not connect if a name resolves to this machine", async () => {
      const fetch = fetchKeySet(parseOrigins([]), () => Promise.resolve(["127.0.0.1"]));
      await expect(fetch("https://rebind.partner.example/", new AbortController().signal)).rejects.toMatchObject({
        detail: "host_not_public",
      });
    });

    it("stops on abort while a name server does not respond", async () => {
      const limit = new AbortController();
      const requested = fetchKeySet(parseOrigins([]), () => new Promise(() => undefined))(
        "https://a.example/",
        limit.signal,
      );
      setTimeout(() => limit.abort(), 50);
      await expect(requested).rejects.toHaveProperty("code", "ABORT_ERR");
    });
  });

  describe("fetchKeySet over TLS", () => {
    const good = throwawayCertificate("localhost");
    const serve = (options: object) => httpsServer({ ...good, ...options }, (_, response) => response.end(set));
    const url = async (options: object = {}) => `https://localhost:${await serve(options)}/jwks`;

    it("accepts a certificate of a trusted authority", async () => {
      expect(await fetched(await url(), good.cert)).toMatchObject({ body: set });
    });

    it("rejects a certificate of an unknown authority", async () => {
      expect(await fetched(await url())).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
    });

    it("rejects a certificate of another host", async () => {
      const other = throwawayCertificate("other.example");
      expect(await fetched(await url(other), other.cert)).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
    });

    it("rejects an expired certificate", async () => {
      const old = throwawayCertificate("localhost", 0.5);
      expect(await fetched(await url(old), old.cert)).toBe("CERT_HAS_EXPIRED");
    });

    it("rejects TLS 1.1 even if the process allows it by default", async () => {
      const usual = { DEFAULT_MIN_VERSION: tls.DEFAULT_MIN_VERSION, DEFAULT_CIPHERS: tls.DEFAULT_CIPHERS };
      Object.assign(tls, { DEFAULT_MIN_VERSION: "TLSv1", DEFAULT_CIPHERS: "DEFAULT@SECLEVEL=0" });
      try {
        const old = await serve({ maxVersion: "TLSv1.1" });
        const speaks = new Promise((done) =>
          get({ host: "localhost", port: old, ca: good.cert }, done).on("error", done),
        );
        expect(await speaks).toHaveProperty("statusCode", 200);
        expect(await fetched(`https://localhost:${old}/`, good.cert)).toBe("EPROTO");
      } finally {
        Object.assign(tls, usual);
      }
    });

    it("accepts TLS 1.2", async () => {
      expect(await fetched(await url({ maxVersion: "TLSv1.2" }), good.cert)).toMatchObject({ body: set });
    });
  });
});

const key = partnerKey("a");
const jwk = jwkOf(key);
const read = (jwks: readonly unknown[]) => readKeySet(answerWith(jwks).body);
const kidsOf = async (jwks: readonly unknown[]) => [...(await read(jwks)).keys()];

describe("readKeySet", () => {
  it("returns keys by kid, and several keys with one kid in order", async () => {
    const other = partnerKey("b");
    const keys = await read([jwk, jwkOf(other, { kid: "a" }), jwkOf(other)]);
    const printed = [...keys].map(([kid, found]) => [kid, found.map((one) => one.export({ format: "jwk" })["n"])]);
    expect(printed).toEqual([
      ["a", [jwk["n"], jwkOf(other)["n"]]],
      ["b", [jwkOf(other)["n"]]],
    ]);
  });

  it("accepts a set without keys", async () => {
    expect(await kidsOf([])).toEqual([]);
  });

  const fine = [
    { use: "sig" },
    { alg: "RS384" },
    { key_ops: ["verify"] },
    { ext: true },
    { x5c: ["x"], x5u: "https://x" },
    { unknown: {} },
  ];
  it.each(fine)("includes a key with %j", async (more) => {
    expect(await kidsOf([{ ...jwk, ...more }])).toEqual(["a"]);
  });

  const passedOver: readonly (readonly [string, object])[] = [
    ["of another type", { kty: "EC" }],
    ["without a type", { kty: undefined }],
    ["for encryption", { use: "enc" }],
    ["with a null use", { use: null }],
    ["for RS256", { alg: "RS256" }],
    ["for RSA-OAEP", { alg: "RSA-OAEP" }],
    ["for PS384", { alg: "PS384" }],
    ["for HS384", { alg: "HS384" }],
    ["without the verify operation", { key_ops: ["encrypt"] }],
    ["whose operations are not a list", { key_ops: "verify" }],
    ["without a kid", { kid: undefined }],
    ["with an empty kid", { kid: "" }],
    ["with a number as kid", { kid: 1 }],
    ["without a modulus", { n: undefined }],
    ["with an empty modulus", { n: "" }],
    ["with a modulus that is not a string", { n: 7 }],
    ["with a modulus that is not base64url", { n: "%%%" }],
    ["without an exponent", { e: undefined }],
    ["with the exponent 0", { e: "AA" }],
    ["with the exponent 1", { e: "AQ" }],
    ["with an even exponent", { e: "BA" }],
    ["with the exponent 2^32 + 1", { e: "AQAAAAE" }],
    ["with an exponent of 200 bytes", { e: Buffer.alloc(200, 0xff).toString("base64url") }],
    ["of 1,024 bits", { n: Buffer.alloc(128, 0xff).toString("base64url") }],
    ["of 2,047 bits", { n: Buffer.concat([Buffer.from([0x7f]), Buffer.alloc(255, 0xff)]).toString("base64url") }],
    [
      "of 1,024 bits padded to 4,096",
      { n: Buffer.concat([Buffer.alloc(384), Buffer.alloc(128, 0xff)]).toString("base64url") },
    ],
    ["of 4,097 bits", { n: Buffer.concat([Buffer.from([1]), Buffer.alloc(512, 0xff)]).toString("base64url") }],
    ["of 16,384 bits", { n: Buffer.alloc(2_048, 0xff).toString("base64url") }],
  ];
  it.each(passedOver)("skips a key %s", async (_, more) => {
    const other = jwkOf(partnerKey("b"));
    expect(await kidsOf([{ ...jwk, ...more }, other])).toEqual(["b"]);
    expect(await kidsOf([{ ...jwk, ...more }])).toEqual([]);
  });

  it.each([
    ["2,048 bits", { n: Buffer.alloc(256, 0xff).toString("base64url") }],
    ["4,096 bits", { n: Buffer.alloc(512, 0xff).toString("base64url") }],
    ["the exponent 3", { e: "Aw" }],
    ["the exponent 2^32 - 1", { e: "_____w" }],
  ])("includes a key of %s", async (_, more) => {
    expect(await kidsOf([{ ...jwk, ...more }])).toEqual(["a"]);
  });

  it("skips keys of other types", async () => {
    const edwards = { kty: "OKP", crv: "Ed25519", kid: "e", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" };
    expect(await kidsOf([edwards, jwk, { kty: "EC", crv: "P-384", kid: "p", x: "x", y: "y" }, {}])).toEqual(["a"]);
  });

  it.each(["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"])(
    "rejects the whole set if any key has the private member %s",
    async (member) => {
      const refused = { reason: "set_refused", detail: "private_key" };
      await expect(read([jwk, { kty: "x", [member]: null }])).rejects.toMatchObject(refused);
    },
  );

  it("rejects the whole set if it contains a complete key pair", async () => {
    const pair = { ...key.privateKey.export({ format: "jwk" }), kid: "pair" };
    await expect(read([jwk, pair])).rejects.toMatchObject({ reason: "set_refused" });
  });

  it("accepts 50 keys and rejects the whole set with more", async () => {
    const keys = Array.from({ length: 50 }, (_, index) => ({ ...jwk, kid: `k${index}` }));
    expect(await kidsOf(keys)).toHaveLength(50);
    await expect(read([...keys, {}])).rejects.toMatchObject({ reason: "set_refused", detail: "too_many_keys" });
  });

  it.each([
    ["", "not_json"],
    ["<html>", "not_json"],
    ['{"keys":[]', "not_json"],
    ["null", "not_a_key_set"],
    ["[]", "not_a_key_set"],
    ["{}", "not_a_key_set"],
    ['{"keys":{}}', "not_a_key_set"],
    ['{"keys":[null]}', "not_a_key_set"],
    ['{"keys":["a"]}', "not_a_key_set"],
    ['{"keys":[[]]}', "not_a_key_set"],
    [`{"keys":${"[".repeat(60_000)}`, "not_json"],
    [`{"keys":[{"x":${"[".repeat(30_000)}${"]".repeat(30_000)}}]`, "not_json"],
  ])("rejects %j", async (text, detail) => {
    await expect(readKeySet(Buffer.from(text))).rejects.toMatchObject({ reason: "keys_unreachable", detail });
  });

  it("rejects bytes that are not UTF-8", async () => {
    const latin = Buffer.from('{"keys":[],"name":"é"}', "latin1");
    await expect(readKeySet(latin)).rejects.toMatchObject({ detail: "not_json" });
  });
});
