import { addressOf, connectionLost, errorOf, invalidResponse, parsed, ReputeError, textOf } from "./repute-error.js";

/** Sends a request once with a credential. Throws a `ReputeError` for every response except success. */
export type Sender = (request: Request) => Promise<Response>;

/** Returns a sender that sends a token or key in the header `api-token`. */
export const tokenSender =
  (token: string, send: typeof fetch): Sender =>
  async (request) => {
    request.headers.set("api-token", token);
    return successOf(await sent(send, request));
  };

/**
 * Returns a sender that authenticates with access tokens.
 * If the server rejects a token, the sender repeats the request once with a new token.
 */
export const partnerSender =
  (tokens: AccessTokens, send: typeof fetch): Sender =>
  async (request) => {
    const again = request.clone();
    const token = await tokens();
    request.headers.set("Authorization", `Bearer ${token}`);
    const response = await sent(send, request);
    if (response.status !== 401) return successOf(response);
    await response.body?.cancel();
    again.headers.set("Authorization", `Bearer ${await tokens(token)}`);
    return successOf(await sent(send, again));
  };

async function successOf(response: Response): Promise<Response> {
  if (!response.ok) throw await errorOf(response);
  return response;
}

/**
 * Sends a request that contains a credential.
 * Never follows a redirect, because its target would receive the credential.
 */
async function sent(send: typeof fetch, request: Request): Promise<Response> {
  let response: Response;
  try {
    response = await send(new Request(request, { redirect: "manual" }));
  } catch (error) {
    request.signal.throwIfAborted();
    throw connectionLost(error);
  }
  if (!isRedirect(response)) return response;
  await response.body?.cancel().catch(() => {});
  throw redirected(request.url, response);
}

const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** True if a response is a redirect. In browsers, such a response has no status and the type `opaqueredirect`. */
const isRedirect = ({ status, type }: Response) => type === "opaqueredirect" || redirects.includes(status);

function redirected(from: string, { status, headers }: Response): ReputeError {
  const to = addressOf(headers.get("location") ?? "", from) || "another address";
  return new ReputeError(
    `${addressOf(from)} redirects to ${to}, but a request with a credential never follows a redirect`,
    {
      status,
      code: "redirected",
      hint: "set the base URL to the address where the service runs",
    },
  );
}

/** A registered partner and its signing function. `keyId` is the `kid` of the key in the partner's JWKS. */
type Partner = { readonly clientId: string; readonly keyId: string; readonly sign: Sign };

/** Returns an access token. To get a new token, pass the token that the server has rejected. */
type AccessTokens = (refused?: string) => Promise<string>;

const lifetime = 300;
const safety = 30_000;

/**
 * Exchanges assertions for access tokens (RFC 7523) at `tokenUrl`.
 * Renews a token shortly before it expires.
 * Concurrent callers share one exchange.
 */
export function accessTokens(partner: Partner, tokenUrl: string, send: typeof fetch): AccessTokens {
  let current: Promise<{ readonly token: string; readonly end: number }> | undefined;
  return async (refused) => {
    const held = await current?.catch(() => undefined);
    if (!held || held.token === refused || Date.now() >= held.end) {
      const before = current;
      const exchanged = exchange(partner, tokenUrl, send);
      current = exchanged;
      exchanged.catch(() => {
        if (current === exchanged) current = before;
      });
    }
    return (await (current as NonNullable<typeof current>)).token;
  };
}

async function exchange(partner: Partner, tokenUrl: string, send: typeof fetch) {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: await assertionOf(partner, tokenUrl),
  });
  const response = await sent(send, new Request(tokenUrl, { method: "POST", body }));
  if (!response.ok) throw await errorOf(response);
  const { token, seconds } = issued(response, await textOf(response));
  return { token, end: Date.now() + seconds * 1_000 - safety };
}

const maxToken = 16_384;

/** Parses a successful response of the token endpoint (RFC 6749, section 5.1). */
function issued(response: Response, text: string): { readonly token: string; readonly seconds: number } {
  const { access_token: token, expires_in: seconds } = parsed(text);
  const isToken = typeof token === "string" && token.length <= maxToken && /^[\x21-\x7e]+$/.test(token);
  if (!isToken || typeof seconds !== "number") throw invalidResponse(response, "no access token");
  return { token, seconds };
}

/** Creates a signed assertion for one token request. The assertion is valid for five minutes. */
async function assertionOf({ clientId, keyId, sign }: Partner, tokenUrl: string): Promise<string> {
  const iat = Math.floor(Date.now() / 1_000);
  const claims = { iss: clientId, sub: clientId, aud: tokenUrl, iat, exp: iat + lifetime, jti: crypto.randomUUID() };
  const text = `${encodeJson({ alg: "RS384", typ: "JWT", kid: keyId })}.${encodeJson(claims)}`;
  const signature = await sign(new TextEncoder().encode(text));
  return `${text}.${base64Url(new Uint8Array(signature))}`;
}

const encodeJson = (value: unknown) => base64Url(new TextEncoder().encode(JSON.stringify(value)));

const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/**
 * Signs data with RS384 (RSASSA-PKCS1-v1_5 with SHA-384).
 * Implement this function to keep the key in another system.
 */
export type Sign = (data: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer | Uint8Array>;

/** A WebCrypto `CryptoKey`, in the type that `crypto.subtle.sign` accepts. */
export type SigningKey = Parameters<typeof crypto.subtle.sign>[1];

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-384" };

/** Returns a signing function for a private key. The key is PKCS #8 in PEM format or a `CryptoKey` for signing. */
export function signWith(key: string | SigningKey): Sign {
  let imported: Promise<SigningKey> | undefined;
  return async (data) => {
    imported ??= typeof key === "string" ? importPem(key) : Promise.resolve(key);
    return crypto.subtle.sign(algorithm.name, await imported, data);
  };
}

function importPem(pem: string): Promise<SigningKey> {
  const [, base64] = /-----BEGIN PRIVATE KEY-----([\sA-Za-z0-9+/=]+)-----END PRIVATE KEY-----/.exec(pem) ?? [];
  if (base64 === undefined) {
    throw new TypeError(
      "the private key must be in PKCS #8 PEM format; to convert a key in another format, run `openssl pkcs8 -topk8 -nocrypt`",
    );
  }
  const der = Uint8Array.from(atob(base64.replace(/\s/g, "")), (letter) => letter.charCodeAt(0));
  return crypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]);
}
