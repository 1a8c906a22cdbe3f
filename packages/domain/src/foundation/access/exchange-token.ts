import { byPrincipal } from "../audit/audit-record.js";
import { base62, numberOf } from "../kernel/base62.js";
import { invalid, isDomainError } from "../kernel/domain-error.js";
import { minute, plus, second } from "../kernel/instant.js";
import type { Principal, RequestOrigin } from "../kernel/principal.js";
import type { AccessPorts } from "./access-ports.js";
import { ofClient } from "./caller.js";
import { type ClientAssertion, readAssertion } from "./client-assertion.js";
import type { Client } from "./client.js";
import { type Issuer, scope, tokenEndpoint } from "./issuer.js";
import { type Refusal, refused } from "./refusal.js";

export type TokenRequest = {
  readonly grantType?: string;
  readonly clientAssertionType?: string;
  readonly clientAssertion?: string;
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
    await admit(ofClient(client));
    return refusing(spend(ports, client, assertion, origin).then(() => issue(ports, client, address, issuer.seconds)));
  };
}

async function proved(ports: AccessPorts, text: string, tokenUrl: string, onKnown: (client: Client) => void) {
  const assertion = await inForm(ports, text, tokenUrl, onKnown);
  const client = await usableClient(ports, assertion, onKnown);
  await checkSignature(ports, client, assertion);
  return { client, assertion };
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

/** Issues an access token. Rounds the issue time up to the second, so that the token is valid for its full lifetime. */
function issue(ports: AccessPorts, client: Client, address: string, expiresIn: number): IssuedToken {
  const iat = Math.ceil(ports.clock() / second);
  const jti = base62(numberOf(ports.secrets.randomBytes(16)), 22);
  const to = { iss: address, aud: address, sub: client.clientId, acc: client.account };
  return { accessToken: ports.accessTokens.sign({ ...to, iat, exp: iat + expiresIn, jti }), expiresIn, scope };
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
