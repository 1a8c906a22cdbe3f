import { createPublicKey, type KeyObject } from "node:crypto";
import { type Agent, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isJsonObject } from "@repute/domain";
import { type AllowedOrigins, destinations, type ResolveHost } from "./fetch-guard.js";
import { KeysUnavailable } from "./keys-unavailable.js";

/** Response with status 200 from a partner's host. */
export type KeySetAnswer = {
  readonly body: Uint8Array;
  readonly cacheControl: string | undefined;
  readonly age: string | undefined;
};

/** Fetches a key set with one request, without following redirects. Rejects when the signal aborts. */
export type FetchKeySet = (url: string, signal: AbortSignal) => Promise<KeySetAnswer>;

const maxBytes = 65_536;
const requestHeaders = { accept: "application/jwk-set+json, application/json", "accept-encoding": "identity" };

/**
 * Returns a function that fetches key sets from public hosts and allowed origins.
 * For allowed origins, `authorities` contains the certificate authorities to trust.
 */
export function fetchKeySet(allowed: AllowedOrigins, resolve: ResolveHost, authorities?: string): FetchKeySet {
  const destinationOf = destinations(allowed, resolve, authorities);
  return async (text, signal) => {
    const destination = destinationOf(text);
    if (!destination) throw new KeysUnavailable("keys_unreachable", "url_not_allowed");
    return answerOf(await ask(destination.url, destination.agent, signal));
  };
}

const ask = (url: URL, agent: Agent, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = url.protocol === "http:" ? requestHttp : requestHttps;
    request(url, { agent, signal, headers: requestHeaders })
      .on("response", resolve)
      .on("error", reject)
      // Reject on close too. If the server switches protocols, the request emits neither `response` nor `error`.
      .on("close", () => reject(new KeysUnavailable("keys_unreachable", "no_answer")))
      .end();
  });

async function answerOf(response: IncomingMessage): Promise<KeySetAnswer> {
  const { statusCode } = response;
  if (statusCode !== 200) {
    response.destroy();
    throw new KeysUnavailable("keys_unreachable", `status_${statusCode}`);
  }
  const { "cache-control": cacheControl, age } = response.headers;
  return { body: await bodyOf(response), cacheControl, age };
}

/** Reads the body of a response. Closes the connection if the body is too large. */
async function bodyOf(response: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response) {
    length += piece.length;
    if (length > maxBytes) throw new KeysUnavailable("keys_unreachable", "too_large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** A partner's public keys for verifying RS384 signatures, by kid. */
export type KeySet = ReadonlyMap<string, readonly KeyObject[]>;

type Jwk = Readonly<Record<string, unknown>>;
type UsableJwk = Jwk & { readonly kid: string };

const maxKeys = 50;
const privateMembers = ["d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv"];
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses a key set.
 * Throws `KeysUnavailable` for the whole set if any key is private or there are more than 50 keys.
 */
export async function readKeySet(body: Uint8Array): Promise<KeySet> {
  const jwks = parseJwks(body);
  if (jwks.length > maxKeys) throw new KeysUnavailable("set_refused", "too_many_keys");
  if (jwks.some(isPrivate)) throw new KeysUnavailable("set_refused", "private_key");
  const keys = new Map<string, KeyObject[]>();
  for (const { kid, key } of await imported(jwks.filter(isUsable))) keys.set(kid, [...(keys.get(kid) ?? []), key]);
  return keys;
}

function parseJwks(body: Uint8Array): readonly Jwk[] {
  const json = parseJson(body);
  const jwks = isJsonObject(json) ? json["keys"] : undefined;
  if (!Array.isArray(jwks) || !jwks.every(isJsonObject)) throw new KeysUnavailable("keys_unreachable", "not_a_key_set");
  return jwks;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw new KeysUnavailable("keys_unreachable", "not_json");
  }
}

const isPrivate = (jwk: Jwk): boolean => privateMembers.some((member) => Object.hasOwn(jwk, member));

function isUsable(jwk: Jwk): jwk is UsableJwk {
  const { kty, use = "sig", alg = "RS384", key_ops: operations = ["verify"], kid } = jwk;
  const signs = use === "sig" && alg === "RS384" && Array.isArray(operations) && operations.includes("verify");
  return kty === "RSA" && signs && typeof kid === "string" && kid !== "";
}

/** Imports the keys with jwks-rsa. Skips invalid and weak keys. */
async function imported(jwks: readonly UsableJwk[]): Promise<{ readonly kid: string; readonly key: KeyObject }[]> {
  // Pass on only the members of a public RSA key, so that other members have no effect.
  const keys = jwks.map(({ kid, n, e }) => ({ kty: "RSA", alg: "RS384", kid, n, e }));
  // Load the library for the first key set, because it is large.
  const { JwksClient, JwksError } = await import("jwks-rsa");
  const client = new JwksClient({ cache: false, rateLimit: false, fetcher: () => Promise.resolve({ keys }) });
  const found = await client.getSigningKeys().catch((error: unknown) => {
    if (error instanceof JwksError) return [];
    throw error;
  });
  return found.map((one) => ({ kid: one.kid, key: createPublicKey(one.getPublicKey()) })).filter(isStrong);
}

function isStrong({ key }: { readonly key: KeyObject }): boolean {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  // Reject an exponent of 1, because every message would then be its own signature.
  const exponent = publicExponent > 1n && publicExponent < 2n ** 32n && publicExponent % 2n === 1n;
  return modulusLength >= 2_048 && modulusLength <= 4_096 && exponent;
}
