import { createSecretKey } from "node:crypto";
import {
  type AccessClaims,
  type AccessTokens,
  type Clock,
  invalid,
  jwkUrlNotAllowed,
  parseId,
  type PartnerKeys,
  type TrackerKeys,
  type WebhookSender,
} from "@repute/domain";
import { sign, type SignOptions, verify } from "jsonwebtoken";
import { nameServers, parseOrigins, type ResolveHost, urlCheck } from "./fetch-guard.js";
import { type FetchKeySet, fetchKeySet } from "./key-set.js";
import { jwksPartnerKeys, keyStore } from "./partner-keys.js";
import type { TokenKey, TokenKeys } from "./sealing.js";
import { sealedTrackerKeys } from "./tracker-keys.js";
import { guardedSender } from "./webhook-sender.js";

export type JwksOptions = {
  /** Keys for access tokens as `kid:base64,kid:base64`. The first key signs tokens; all keys verify tokens. */
  readonly tokenKeys: string;
  /**
   * Origins that are allowed to serve key sets from private addresses or over http, such as `http://127.0.0.1:4000`.
   */
  readonly allow?: readonly string[];
  /** Origins that are allowed to receive webhooks on private addresses or over http. */
  readonly webhookAllow?: readonly string[];
  readonly clock: Clock;
  /** Resolves host names. Defaults to the system's name servers. */
  readonly resolve?: ResolveHost;
  /** Fetches key sets. If you replace this function, it must refuse private addresses. */
  readonly fetch?: FetchKeySet;
};

/**
 * Ports of this adapter. The keys for access tokens also encrypt the keys of trackers and the secrets of webhooks. `close`
 * cancels pending requests.
 */
export type JwksPorts = {
  readonly partnerKeys: PartnerKeys;
  readonly accessTokens: AccessTokens;
  readonly trackerKeys: TrackerKeys;
  readonly webhookSender: WebhookSender;
  close(): void;
};

/**
 * Creates the ports for partners' keys and for access tokens.
 * Throws an `invalid` error if the token keys or origins are malformed.
 */
export function jwksPorts({
  tokenKeys,
  allow = [],
  webhookAllow = [],
  clock,
  ...replacements
}: JwksOptions): JwksPorts {
  const [allowed, receivers] = [parseOrigins(allow), parseOrigins(webhookAllow)];
  const keys = parseTokenKeys(tokenKeys);
  const servers = nameServers();
  const { resolve = servers.resolve } = replacements;
  const { fetch = fetchKeySet(allowed, resolve) } = replacements;
  const closing = new AbortController();
  const store = keyStore({ clock, fetch, closing: closing.signal });
  return {
    partnerKeys: jwksPartnerKeys(store, urlCheck(allowed, resolve, jwkUrlNotAllowed)),
    accessTokens: jwtAccessTokens(keys),
    trackerKeys: sealedTrackerKeys(keys),
    webhookSender: guardedSender({ keys, allowed: receivers, resolve, closing: closing.signal }),
    close() {
      closing.abort();
      servers.cancel();
    },
  };
}

/** Signs access tokens (RFC 9068 `at+jwt`) with HS256 and the first key. Verifies tokens with all keys. */
export function jwtAccessTokens(keys: TokenKeys): AccessTokens {
  const [signing] = keys;
  const options = signOptions(signing);
  // Compare the encoded header with the expected headers. A token with another algorithm, type or key is not decoded.
  const secrets = new Map(keys.map((key) => [headerOf(key), key.secret]));
  return {
    sign: ({ iss, aud, sub, acc, scope, iat, exp, jti }) =>
      sign({ iss, aud, sub, acc, ...(scope !== undefined && { scope }), iat, exp, jti }, signing.secret, options),
    verify(text) {
      const secret = text.length <= maxTokenLength && secrets.get(text.slice(0, text.indexOf(".")));
      return secret ? claimsOf(verified(text, secret)) : undefined;
    },
  };
}

const maxTokenLength = 4_096;

const signOptions = ({ kid }: TokenKey): SignOptions => ({
  algorithm: "HS256",
  header: { alg: "HS256", typ: "at+jwt", kid },
});

const headerOf = (key: TokenKey): string => {
  const token = sign({}, key.secret, signOptions(key));
  return token.slice(0, token.indexOf("."));
};

/** Verifies a token. Returns `undefined` if the library throws. */
function verified(text: string, secret: TokenKey["secret"]): unknown {
  try {
    return verify(text, secret, { algorithms: ["HS256"], ignoreExpiration: true });
  } catch {
    return undefined;
  }
}

function claimsOf(payload: unknown): AccessClaims | undefined {
  if (typeof payload !== "object" || payload === null) return undefined;
  const { iss, aud, sub, jti, scope, iat, exp, acc: account } = payload as Readonly<Record<string, unknown>>;
  const acc = parseId<AccessClaims["acc"]>(account);
  if (!areTexts([iss, aud, sub, jti, scope ?? ""])) return undefined;
  if (!Number.isSafeInteger(iat) || !Number.isSafeInteger(exp)) return undefined;
  return acc && ({ iss, aud, sub, acc, ...(scope !== undefined && { scope }), iat, exp, jti } as AccessClaims);
}

const areTexts = (values: readonly unknown[]): boolean => values.every((value) => typeof value === "string");

const minKeyBytes = 32;

const entryShape = /^([A-Za-z0-9._-]{1,64}):([A-Za-z0-9+/_-]+={0,2})$/;

/**
 * Parses keys such as `kid:base64,kid:base64`.
 * The first key signs; all keys verify.
 * Throws `invalid_token_keys`.
 * Errors contain only the position of an entry, because any part of the string may be a key.
 */
export function parseTokenKeys(text: string): TokenKeys {
  const [first, ...more] = text.split(",").map((entry, index) => parseTokenKey(entry.trim(), `key ${index + 1}`));
  if (!first) throw invalidKeys("at least one key is required");
  const kids = [first, ...more].map(({ kid }) => kid);
  const second = kids.findIndex((kid, index) => kids.indexOf(kid) !== index);
  if (second > 0) throw invalidKeys(`key ${second + 1} has the same ID as key ${kids.indexOf(kids[second] ?? "") + 1}`);
  return [first, ...more];
}

function parseTokenKey(entry: string, place: string): TokenKey {
  const [, kid, base64 = ""] = entryShape.exec(entry) ?? [];
  if (kid === undefined) throw invalidKeys(`${place} must have the form ID:BASE64`);
  const bytes = Buffer.from(base64, "base64");
  if (bytes.toString("base64url") !== base64url(base64)) throw invalidKeys(`${place} is not valid base64`);
  if (bytes.length < minKeyBytes) {
    throw invalidKeys(
      `${place} has ${bytes.length} bytes, but needs at least ${minKeyBytes} (to create a key, run: openssl rand -base64 32)`,
    );
  }
  return { kid, secret: createSecretKey(bytes) };
}

const base64url = (base64: string): string => base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const invalidKeys = (problem: string) => invalid("invalid_token_keys", `token keys: ${problem}`);
