import { byPrincipal } from "../audit/audit-record.js";
import { base62, numberOf } from "../kernel/base62.js";
import { invalid, isDomainError } from "../kernel/domain-error.js";
import { minute, plus, second } from "../kernel/instant.js";
import type { Principal, RequestOrigin } from "../kernel/principal.js";
import type { AccessPorts } from "./access-ports.js";
import { ofClient } from "./caller.js";
import type { Client } from "./client.js";
import type { ClientAssertion } from "./client-assertion.js";
import { readAssertion } from "./client-assertion.js";
import type { Issuer } from "./issuer.js";
import { scope, tokenEndpoint } from "./issuer.js";
import type { Refusal } from "./refusal.js";
import { refused } from "./refusal.js";

/** What a client posts to the token endpoint. */
export type TokenRequest = {
  readonly grantType?: string;
  readonly clientAssertionType?: string;
  readonly clientAssertion?: string;
};

/** An access token, good for so many seconds. */
export type IssuedToken = { readonly accessToken: string; readonly expiresIn: number; readonly scope: string };

export const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** How far the clocks of two processes may be apart, so that neither takes what the other has forgotten. */
const margin = minute;

/**
 * Exchanges a client's assertion for an access token, once. What is wrong with the request is `invalid`; whatever is
 * wrong with the assertion or the client is `unauthenticated` with the same words, the reason in `cause`. `admit` is
 * called once it is known who asks, and may refuse by throwing: then the assertion is not used up.
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

/** A usable client and the assertion that it has signed. */
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

/** The reason why an exchange goes no further. */
class NotTaken extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Of one that is not in form, its client's operator still finds the reason in the audit trail. */
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
  throw new NotTaken(read.refusal);
}

async function usableClient(
  { storage }: AccessPorts,
  { clientId }: ClientAssertion,
  onKnown: (client: Client) => void,
): Promise<Client> {
  const known = await storage.clients.byId(clientId);
  if (!known) throw new NotTaken("unknown_client");
  const { client, accountDisabled } = known;
  onKnown(client);
  if (accountDisabled) throw new NotTaken("account_disabled");
  if (client.disabled || client.revoked) throw new NotTaken("client_not_usable");
  return client;
}

async function checkSignature({ partnerKeys }: AccessPorts, client: Client, assertion: ClientAssertion): Promise<void> {
  const verdict = await partnerKeys.verify(client, assertion);
  if (verdict.ok) return;
  const { reason, detail } = verdict;
  throw new NotTaken(detail === undefined ? reason : `${reason} ${detail}`);
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
  if (!(await storage.assertions.spend(client.account, spent, now, record))) throw new NotTaken("replayed");
}

/** Times are rounded up to the second, so that the token is good for all of the time that its client is told. */
function issue(ports: AccessPorts, client: Client, address: string, expiresIn: number): IssuedToken {
  const iat = Math.ceil(ports.clock() / second);
  const jti = base62(numberOf(ports.secrets.randomBytes(16)), 22);
  const to = { iss: address, aud: address, sub: client.clientId, acc: client.account };
  return { accessToken: ports.accessTokens.sign({ ...to, iat, exp: iat + expiresIn, jti }), expiresIn, scope };
}

const words = { code: "client_authentication_failed", message: "Client authentication failed" };

/** A database that is away is not the client's fault; everything else is told in the same words, our own faults too. */
function errorFor(error: unknown, tried: Pick<Refusal, "principal">): unknown {
  if (error instanceof NotTaken) return refused(words, { reason: error.reason, ...tried });
  if (isDomainError(error) && error.kind === "unavailable") return error;
  return refused(words, { reason: "internal_error", ...tried, error });
}
