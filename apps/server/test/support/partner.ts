import { generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "@jest/globals";
import type { Reply } from "./http.js";

/** Partner whose key set is published by a local server while the tests of a file run. */
export type Partner = {
  /** URL of the key set. Its origin must be in `JWK_URL_ALLOW`. */
  readonly jwkUrl: string;
  readonly origin: string;
  /** Returns the private key in PEM format. */
  privateKey(): string;
  /** Returns the number of requests for the key set so far. */
  requested(): number;
  /** Replaces the signing key. */
  rotate(): void;
  assertion(clientId: string, baseUrl: string, more?: object): string;
};

/** Publishes a partner's key set before all tests of a file, and closes the server afterwards. */
export function aPartner(): () => Partner {
  let partner: Partner & { close(): void };
  beforeAll(async () => {
    partner = await openPartner();
  });
  afterAll(() => partner.close());
  return () => partner;
}

const newKey = (kid: string) => ({ kid, ...generateKeyPairSync("rsa", { modulusLength: 2_048 }) });

async function openPartner() {
  let [key, keys, requested] = [newKey("1"), 1, 0];
  const server = createServer((_request, response) => {
    requested += 1;
    const jwk = { ...key.publicKey.export({ format: "jwk" }), kid: key.kid, use: "sig", alg: "RS384" };
    response.end(JSON.stringify({ keys: [jwk] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    jwkUrl: `${origin}/jwks.json`,
    privateKey: () => key.privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
    requested: () => requested,
    rotate: () => (key = newKey(String((keys += 1)))),
    assertion(clientId: string, baseUrl: string, more: object = {}) {
      const iat = Math.floor(Date.now() / 1_000);
      const claims = { iss: clientId, sub: clientId, aud: `${baseUrl}/oauth/token`, iat, exp: iat + 300 };
      return signed(key, { ...claims, jti: randomUUID(), ...more });
    },
    close: () => void server.close(),
  };
}

function signed({ kid, privateKey }: { readonly kid: string; readonly privateKey: KeyObject }, claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${encode({ alg: "RS384", kid })}.${encode(claims)}`;
  return `${text}.${sign("sha384", Buffer.from(text), privateKey).toString("base64url")}`;
}

/** Exchanges an assertion. Returns the status and the parsed body. */
export async function exchange(baseUrl: string, assertion: string): Promise<Reply> {
  const response = await postAssertion(baseUrl, assertion);
  return { status: response.status, body: await response.json() };
}

/** Exchanges an assertion. Returns the raw response. */
export function postAssertion(baseUrl: string, assertion: string): Promise<Response> {
  const form = {
    grant_type: "client_credentials",
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: assertion,
  };
  return fetch(`${baseUrl}/oauth/token`, { method: "POST", body: new URLSearchParams(form) });
}

/** Requests `path` with an access token. Returns the status. */
export async function statusWith(baseUrl: string, path: string, accessToken: string): Promise<number> {
  const response = await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${accessToken}` } });
  await response.arrayBuffer();
  return response.status;
}
