import type { CredentialId } from "../kernel/ids.js";
import { second } from "../kernel/instant.js";
import type { Principal } from "../kernel/principal.js";
import type { AccessPorts } from "./access-ports.js";
import type { AccessClaims } from "./access-tokens.js";
import { accepted, type Audience, refusedAs } from "./audience.js";
import { type Caller, ofClient, ofCredential } from "./caller.js";
import { credentialHint } from "./credential-hint.js";
import { isUsable, needsUseRecorded } from "./credential.js";
import type { Issuer } from "./issuer.js";
import { refused } from "./refusal.js";
import { isTokenText } from "./token-text.js";

/**
 * Authenticates a caller by token. Every rejection is an `unauthenticated` error with the same message.
 * The error's `cause` contains the reason.
 */
export function authenticate({ storage, clock, secrets }: Pick<AccessPorts, "storage" | "clock" | "secrets">) {
  return async (audience: Audience, token: string | undefined): Promise<Caller> => {
    const refuse = refuserOf(audience, () => credentialHint(audience, "api-token", token ?? ""));
    if (token === undefined) throw refuse("no_credential");
    if (!isTokenText(token)) throw refuse("malformed_token");
    const known = await storage.credentials.byHash(secrets.sha256(token));
    if (!known) throw refuse("unknown_token");
    const { credential, accountDisabled, catalogVersion } = known;
    const principal = ofCredential(credential);
    const now = clock();
    if (accountDisabled) throw refuse("account_disabled", principal);
    if (!isUsable(credential, now)) throw refuse("token_not_usable", principal);
    if (!accepted[audience].includes(credential.kind)) throw refuse("wrong_kind_of_token", principal);
    const { account, kind, id } = principal;
    return { account, kind, id, isUseStale: needsUseRecorded(credential, now), catalogVersion };
  };
}

/** Authenticates a caller by access token. Changes to the client and its account take effect on the next request. */
export function authenticateBearer(
  { storage, clock, accessTokens }: Pick<AccessPorts, "storage" | "clock" | "accessTokens">,
  issuer: Issuer,
) {
  return async (audience: Audience, token: string): Promise<Caller> => {
    const refuse = refuserOf(audience, () => credentialHint(audience, "authorization", token));
    if (!accepted[audience].includes("access-token")) throw refuse("wrong_kind_of_token");
    const claims = accessTokens.verify(token);
    if (!claims) throw refuse("unknown_token");
    if (!isFrom(issuer, claims)) throw refuse("wrong_issuer");
    const known = await storage.clients.byId(claims.sub);
    if (!known || known.client.account !== claims.acc) throw refuse("unknown_client");
    const principal = ofClient(known.client);
    if (claims.exp * second <= clock()) throw refuse("token_expired", principal);
    if (known.accountDisabled) throw refuse("account_disabled", principal);
    if (known.client.disabled || known.client.revoked) throw refuse("client_not_usable", principal);
    return { ...principal, isUseStale: false, catalogVersion: known.catalogVersion };
  };
}

/** True if this service issued the token. Other services may share the signing keys. */
function isFrom(issuer: Issuer, { iss, aud }: AccessClaims): boolean {
  const address = issuer.address();
  return address !== undefined && iss === address && aud === address;
}

/** Records the time at which a token was last used. */
export function noteUse({ storage, clock }: Pick<AccessPorts, "storage" | "clock">) {
  return async ({ account, kind, id }: Principal): Promise<void> => {
    if (kind !== "access-token" && kind !== "host")
      await storage.credentials.noteUse(account, id as CredentialId, clock());
  };
}

const refuserOf = (audience: Audience, hint: () => string | undefined) => (reason: string, principal?: Principal) =>
  refused(refusedAs[audience], { reason, ...(principal && { principal }) }, hint());
