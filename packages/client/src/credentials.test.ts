import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { type Handler, json, lines, problem, scriptedServers } from "../test/scripted-server.js";
import { createClient } from "./client.js";
import { signWith } from "./credentials.js";

const { publicKey, privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const serve = scriptedServers();
const issued = (token: string, seconds = 300) =>
  json({ access_token: token, token_type: "Bearer", expires_in: seconds });
const withBearer =
  (seen: unknown[]): Handler =>
  (request, response) => {
    seen.push(request.headers.authorization);
    lines([])(request, response, "");
  };

async function take(client: ReturnType<typeof createClient>): Promise<void> {
  for await (const _ of client.list("/v2/locations")) throw new Error("nothing was expected");
}

const partner = (baseUrl: string) =>
  createClient({ baseUrl, credential: { clientId: "rpc_1", keyId: "k1", privateKey }, pause: async () => {} });

describe("a client with a partner's credential", () => {
  it("signs an assertion and reuses the access token until it expires", async () => {
    let form = new URLSearchParams();
    const seen: unknown[] = [];
    const { baseUrl, requested } = await serve(
      (request, response, body) => {
        form = new URLSearchParams(body);
        issued("t1")(request, response, body);
      },
      withBearer(seen),
      withBearer(seen),
    );
    const client = partner(baseUrl);
    await take(client);
    await take(client);
    expect(requested).toEqual(["POST /oauth/token", "GET /v2/locations", "GET /v2/locations"]);
    expect(seen).toEqual(["Bearer t1", "Bearer t1"]);
    const [header = "", claims = "", signature = ""] = (form.get("client_assertion") ?? "").split(".");
    const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
    expect(read(header)).toEqual({ alg: "RS384", typ: "JWT", kid: "k1" });
    expect(read(claims)).toMatchObject({ iss: "rpc_1", sub: "rpc_1", aud: `${baseUrl}/oauth/token` });
    const signed = Buffer.from(`${header}.${claims}`);
    expect(verify("sha384", signed, createPublicKey(publicKey), Buffer.from(signature, "base64url"))).toBe(true);
  });

  it("requests a new token if the current token is about to expire or is rejected", async () => {
    const seen: unknown[] = [];
    const refused = problem(401, { code: "access_token_invalid" });
    const { baseUrl, requested } = await serve(
      ...[issued("t1", 20), withBearer(seen)],
      ...[issued("t2"), refused, issued("t3"), withBearer(seen)],
    );
    const client = partner(baseUrl);
    await take(client);
    await take(client);
    expect(seen).toEqual(["Bearer t1", "Bearer t3"]);
    expect(requested.filter((line) => line === "POST /oauth/token")).toHaveLength(3);
  });

  it("uses a custom token URL and reports a failed connection", async () => {
    const other = await serve(issued("t1"));
    const seen: unknown[] = [];
    const { baseUrl, requested } = await serve(withBearer(seen));
    const at = (tokenUrl: string) =>
      createClient({ baseUrl, retries: 0, credential: { clientId: "rpc_1", keyId: "k1", privateKey, tokenUrl } });
    await take(at(`${other.baseUrl}/token`));
    expect([other.requested, requested, seen]).toEqual([["POST /token"], ["GET /v2/locations"], ["Bearer t1"]]);
    await expect(take(at("http://127.0.0.1:1/token"))).rejects.toMatchObject({ status: 0, code: "connection_lost" });
  });

  it("reports a rejected assertion and tries again on the next request", async () => {
    const seen: unknown[] = [];
    const { baseUrl } = await serve(
      problem(401, { error: "invalid_client", message: "Client authentication failed" }),
      issued("t1"),
      withBearer(seen),
    );
    const client = partner(baseUrl);
    await expect(take(client)).rejects.toMatchObject({ status: 401, code: "invalid_client" });
    await take(client);
    expect(seen).toEqual(["Bearer t1"]);
  });

  it("rejects a key that is not in PKCS #8 format", async () => {
    const sign = signWith("-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----");
    await expect(sign(new Uint8Array())).rejects.toThrow("the private key must be in PKCS #8 PEM format");
  });
});
