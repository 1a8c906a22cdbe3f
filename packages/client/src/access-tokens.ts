import { errorOf, invalidResponse, parsed, textOf } from "./repute-error.js";
import { sent } from "./sent.js";
import type { Sign } from "./sign.js";

/** A registered partner and its signing function. `keyId` is the `kid` of the key in the partner's JWKS. */
export type Partner = { readonly clientId: string; readonly keyId: string; readonly sign: Sign };

/** Returns an access token. To get a new token, pass the token that the server has rejected. */
export type AccessTokens = (refused?: string) => Promise<string>;

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
