import { byPrincipal, type Principal, type RequestOrigin } from "../accounts/audit-trail.js";
import { invalid, isDomainError } from "../kernel/domain-error.js";
import { base62, isBase64url, numberOf, parseBase64url } from "../kernel/encodings.js";
import { type JsonObject, parseJsonObject } from "../kernel/json.js";
import { type Instant, minute, plus, second } from "../kernel/times.js";
import { type AccessPorts, type Client, type Issuer, scopes, scopesIn, tokenEndpoint } from "./access-ports.js";
import { ofClient, type Refusal, refused } from "./authenticate.js";

export type TokenRequest = {
  readonly grantType?: string;
  readonly clientAssertionType?: string;
  readonly clientAssertion?: string;
  /** Must be the client of the assertion, if it is sent (RFC 7521, section 4.2). */
  readonly clientId?: string;
  /** Wanted scopes, separated by spaces. By default, the token has all scopes of the client. */
  readonly scope?: string;
};

/** Issued access token. `expiresIn` is in seconds. */
export type IssuedToken = { readonly accessToken: string; readonly expiresIn: number; readonly scope: string };

export const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/**
 * Additional time for which an exchanged assertion is kept after it expires.
 * Clocks differ, so a process could otherwise purge an assertion that another process still accepts.
 */
const margin = minute;

/**
 * Exchanges a client's assertion for an access token. Each assertion works only once.
 *
 * Throws `invalid` for an invalid request, and `unauthenticated` for a problem with the assertion or the client.
 * Every `unauthenticated` error has the same message. Its `cause` contains the reason.
 * The callback `admit` runs after the client is authenticated. If `admit` throws, the assertion remains usable.
 */
export function exchangeToken(ports: AccessPorts, issuer: Issuer) {
  return async (
    request: TokenRequest,
    admit: (client: Principal) => Promise<void> = async () => {},
    origin?: RequestOrigin,
  ): Promise<IssuedToken> => {
    const { address, tokenUrl } = tokenEndpoint(issuer);
    const text = assertionIn(request);
    const tried: { principal?: Principal } = {};
    const onKnown = (client: Client) => void (tried.principal = ofClient(client));
    const refusing = <T>(work: Promise<T>): Promise<T> =>
      work.catch((error: unknown) => {
        throw errorFor(error, tried);
      });
    const { client, assertion } = await refusing(proved(ports, text, tokenUrl, onKnown));
    if (request.clientId !== undefined && request.clientId !== client.clientId) {
      throw errorFor(new AssertionRejected("wrong_client_id"), tried);
    }
    await admit(ofClient(client));
    const scope = grantedScope(client, request);
    return refusing(
      spend(ports, client, assertion, origin).then(() => issue(ports, client, { address, scope }, issuer.seconds)),
    );
  };
}

function assertionIn({ grantType, clientAssertionType, clientAssertion }: TokenRequest): string {
  if (grantType === undefined) throw invalid("invalid_request", "grant_type is required");
  if (grantType !== "client_credentials") {
    throw invalid("unsupported_grant_type", "grant_type must be client_credentials");
  }
  if (clientAssertionType !== assertionType) {
    throw invalid("invalid_request", `client_assertion_type must be ${assertionType}`);
  }
  if (clientAssertion === undefined) throw invalid("invalid_request", "client_assertion is required");
  return clientAssertion;
}

async function proved(ports: AccessPorts, text: string, tokenUrl: string, onKnown: (client: Client) => void) {
  const assertion = await inForm(ports, text, tokenUrl, onKnown);
  const client = await usableClient(ports, assertion, onKnown);
  await checkSignature(ports, client, assertion);
  return { client, assertion };
}

/** Reports inside the service why a client did not get an access token. */
class AssertionRejected extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/**
 * Checks the form of an assertion. Throws if the assertion is malformed.
 * If a malformed assertion names a known client, first passes the client to `onKnown` for the audit trail.
 */
async function inForm(
  { storage, clock }: AccessPorts,
  text: string,
  tokenUrl: string,
  onKnown: (client: Client) => void,
): Promise<ClientAssertion> {
  const read = readAssertion(text, { tokenUrl, now: clock() });
  if ("assertion" in read) return read.assertion;
  const known = read.claimed === undefined ? undefined : await storage.clients.byId(read.claimed);
  if (known) onKnown(known.client);
  throw new AssertionRejected(read.refusal);
}

async function usableClient(
  { storage }: AccessPorts,
  { clientId }: ClientAssertion,
  onKnown: (client: Client) => void,
): Promise<Client> {
  const known = await storage.clients.byId(clientId);
  if (!known) throw new AssertionRejected("unknown_client");
  const { client, accountDisabled } = known;
  onKnown(client);
  if (accountDisabled) throw new AssertionRejected("account_disabled");
  if (client.disabled || client.revoked) throw new AssertionRejected("client_not_usable");
  return client;
}

async function checkSignature({ partnerKeys }: AccessPorts, client: Client, assertion: ClientAssertion): Promise<void> {
  const verdict = await partnerKeys.verify(client, assertion);
  if (verdict.ok) return;
  const { reason, detail } = verdict;
  throw new AssertionRejected(detail === undefined ? reason : `${reason} ${detail}`);
}

async function spend(
  { storage, clock }: AccessPorts,
  client: Client,
  assertion: ClientAssertion,
  origin: RequestOrigin | undefined,
): Promise<void> {
  const now = clock();
  const record = byPrincipal(ofClient(client), { at: now, action: "exchange_token", ...(origin && { origin }) });
  const spent = { clientId: client.clientId, jti: assertion.jti, until: plus(assertion.expiresAt, margin) };
  if (!(await storage.assertions.spend(client.account, spent, now, record))) throw new AssertionRejected("replayed");
}

/**
 * Returns the scopes of the token that a client gets. Throws `invalid_scope` if the client lacks a wanted scope.
 * Clients that can only read lists may name scopes of other services, because earlier versions ignored `scope`.
 */
function grantedScope(client: Client, { scope = "" }: TokenRequest): string {
  const named = scope.split(" ").filter((one) => one !== "");
  const wanted = scopesIn(scope);
  const isKnown = wanted.length === new Set(named).size || client.scopes.join() === scopes[0];
  if (!isKnown || !wanted.every((one) => client.scopes.includes(one))) {
    throw invalid("invalid_scope", `scope must be scopes of the client: ${client.scopes.join(" ")}`);
  }
  return (wanted.length > 0 ? wanted : client.scopes).join(" ");
}

type Grant = { readonly address: string; readonly scope: string };

/** Issues an access token. Rounds the issue time up to the second, so that the token is valid for its full lifetime. */
function issue(ports: AccessPorts, client: Client, { address, scope }: Grant, expiresIn: number): IssuedToken {
  const iat = Math.ceil(ports.clock() / second);
  const jti = base62(numberOf(ports.secrets.randomBytes(16)), 22);
  const to = { iss: address, aud: address, sub: client.clientId, acc: client.account };
  return { accessToken: ports.accessTokens.sign({ ...to, scope, iat, exp: iat + expiresIn, jti }), expiresIn, scope };
}

const words = { code: "client_authentication_failed", message: "Client authentication failed" };

/**
 * Converts an error to the error that the caller receives.
 * Passes on temporary database failures. All other errors get the same message.
 */
function errorFor(error: unknown, tried: Pick<Refusal, "principal">): unknown {
  if (error instanceof AssertionRejected) return refused(words, { reason: error.reason, ...tried });
  if (isDomainError(error) && error.kind === "unavailable") return error;
  return refused(words, { reason: "internal_error", ...tried, error });
}

/** Well-formed client assertion. Its signature has not been verified yet. */
export type ClientAssertion = {
  readonly clientId: string;
  readonly kid: string;
  /** Id of the assertion, unique within its client. */
  readonly jti: string;
  readonly expiresAt: Instant;
  /** Complete text of the assertion, needed to verify the signature. */
  readonly text: string;
};

/** Reason for rejecting an assertion. Logged and audited, but not returned to the caller. */
export type AssertionRefusal =
  | "not_a_text"
  | "too_long"
  | "not_three_parts"
  | "not_base64url"
  | "header_unreadable"
  | "payload_unreadable"
  | "wrong_alg"
  | "wrong_kid"
  | "extension_in_header"
  | "wrong_typ"
  | "iss_is_not_sub"
  | "wrong_aud"
  | "wrong_times"
  | "wrong_lifetime"
  | "expired"
  | "issued_in_future"
  | "not_yet_valid"
  | "wrong_jti";

/** Reason for rejecting an assertion, and the client id that the assertion claims, if any. */
type UnreadAssertion = { readonly refusal: AssertionRefusal; readonly claimed?: string };

/** Values that an assertion is checked against: the token URL as the expected audience, and the current time. */
export type AssertionContext = { readonly tokenUrl: string; readonly now: Instant };

const maxAssertionLength = 8_192;
const maxAssertionLifetime = 300;
/** Maximum time that a partner's clock may be ahead of the service's clock, in seconds. */
const skew = 30;

// Header parameters that are rejected because a parser that ignores them would misinterpret the token.
const extensions = ["crit", "b64", "zip", "enc", "cty"] as const;
// RFC 7515 compares these media types without regard to case, and allows the prefix `application/`.
const typShape = /^(application\/)?(jwt|client-authentication\+jwt)$/i;

/** Parses an assertion and checks its form without any lookup. Never throws, whatever `text` contains. */
export function readAssertion(
  text: unknown,
  context: AssertionContext,
): { readonly assertion: ClientAssertion } | UnreadAssertion {
  if (typeof text !== "string") return { refusal: "not_a_text" };
  const parts = partsOf(text);
  if (typeof parts === "string") return { refusal: parts };
  const [header, payload] = [parseJsonObject(parts.header), parseJsonObject(parts.payload)];
  if (!header) return { refusal: "header_unreadable" };
  if (!payload) return { refusal: "payload_unreadable" };
  const refusal = wrongInHeader(header) ?? wrongInPayload(payload, context);
  if (refusal === undefined) return { assertion: assertionOf(header, payload, text) };
  const { iss } = payload;
  return { refusal, ...(isName(iss, maxAssertionLength) && { claimed: iss }) };
}

function partsOf(text: string): { readonly header: Uint8Array; readonly payload: Uint8Array } | AssertionRefusal {
  if (text.length > maxAssertionLength) return "too_long";
  const [head, body, signature, more] = text.split(".", 4);
  if (head === undefined || body === undefined || !signature || more !== undefined) return "not_three_parts";
  const [header, payload] = [parseBase64url(head), parseBase64url(body)];
  return header && payload && isBase64url(signature) ? { header, payload } : "not_base64url";
}

function wrongInHeader(header: JsonObject): AssertionRefusal | undefined {
  if (header["alg"] !== "RS384") return "wrong_alg";
  if (!isName(header["kid"], 256)) return "wrong_kid";
  if (extensions.some((name) => Object.hasOwn(header, name))) return "extension_in_header";
  const { typ } = header;
  return typ === undefined || (typeof typ === "string" && typShape.test(typ)) ? undefined : "wrong_typ";
}

function wrongInPayload(payload: JsonObject, { tokenUrl, now }: AssertionContext): AssertionRefusal | undefined {
  const { iss, sub, aud, jti } = payload;
  if (!isName(iss, maxAssertionLength) || iss !== sub) return "iss_is_not_sub";
  if (!isAudience(aud, tokenUrl)) return "wrong_aud";
  return wrongTime(payload, now / second) ?? (isName(jti, 255) ? undefined : "wrong_jti");
}

/** True for the token URL, and for an array of the token URL and possibly the issuer, but of no other service. */
function isAudience(aud: unknown, tokenUrl: string): boolean {
  const ours: readonly unknown[] = [tokenUrl, tokenUrl.replace(/\/oauth\/token$/, "")];
  const members: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  return members.includes(tokenUrl) && members.every((one) => ours.includes(one));
}

/** Tolerance in seconds for the rounding of lifetimes, because times may be fractions. */
const rounding = 0.001;

/** Checks the claims `iat`, `exp` and `nbf`. `now` is in seconds. */
function wrongTime({ iat, exp, nbf = iat }: JsonObject, now: number): AssertionRefusal | undefined {
  if (!isTime(iat) || !isTime(exp) || !isTime(nbf)) return "wrong_times";
  if (exp <= iat || exp - iat >= maxAssertionLifetime + rounding) return "wrong_lifetime";
  if (exp <= now) return "expired";
  if (iat > now + skew) return "issued_in_future";
  return nbf > now + skew ? "not_yet_valid" : undefined;
}

/** True for a time in seconds, which may be a fraction (RFC 7519). */
const isTime = (value: unknown): value is number =>
  typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

/** True for a non-empty string that all databases can store unchanged. */
const isName = (value: unknown, max: number): value is string =>
  typeof value === "string" && value !== "" && value.length <= max && value.isWellFormed() && !value.includes("\0");

const assertionOf = (header: JsonObject, payload: JsonObject, text: string): ClientAssertion => ({
  clientId: payload["iss"] as string,
  kid: header["kid"] as string,
  jti: payload["jti"] as string,
  expiresAt: Math.ceil((payload["exp"] as number) * second) as Instant,
  text,
});
