import type { AccountStatus } from "../accounts/account.js";
import { type CredentialKind, originText, type Principal } from "../accounts/audit-trail.js";
import { DomainError, isDomainError } from "../kernel/domain-error.js";
import { type AccountId, type CredentialId, type HostUserId, parseId } from "../kernel/ids.js";
import type { Ports } from "../kernel/storage.js";
import { type Instant, second } from "../kernel/times.js";
import {
  type AccessClaims,
  type AccessPorts,
  type Client,
  type Credential,
  type Issuer,
  type KnownClient,
  isUsable,
  needsUseRecorded,
  type Scope,
  scopes,
  scopesIn,
  type UploadKind,
} from "./access-ports.js";
import { isTokenText, tokenKindOf } from "./credentials.js";

/** Parts of the API. Each part accepts different kinds of credentials. */
export const audiences = ["v1-data", "v2-data", "users", "submissions", "loads", "office"] as const;
export type Audience = (typeof audiences)[number];

/** Kinds of credentials that each part of the API accepts. All other kinds are rejected. */
export const accepted: Readonly<Record<Audience, readonly CredentialKind[]>> = {
  "v1-data": ["account-key"],
  "v2-data": ["api-token", "access-token", "office"],
  users: ["account-key", "access-token"],
  submissions: ["api-token", "web-forms", "access-token"],
  loads: ["loader", "office"],
  office: ["office"],
};

/** Scope that an access token needs for each part of the API. */
export const scopeFor = {
  "v1-data": undefined,
  "v2-data": "data-sync.read",
  users: "users.manage",
  submissions: "submissions.write",
  loads: undefined,
  office: undefined,
} as const satisfies Readonly<Record<Audience, Scope | undefined>>;

/** Error code and message for rejected callers, by part of the API. They are the same for every reason for rejection. */
export const refusedAs = {
  "v1-data": { code: "api_key_invalid", message: "The API key is invalid" },
  "v2-data": { code: "access_token_invalid", message: "The OAuth access token is invalid or expired" },
  users: { code: "api_key_invalid", message: "The API key is invalid" },
  submissions: { code: "api_key_invalid", message: "The API key is invalid" },
  loads: { code: "api_key_invalid", message: "The API key is invalid" },
  office: { code: "api_key_invalid", message: "The API key is invalid" },
} as const satisfies Readonly<Record<Audience, { readonly code: string; readonly message: string }>>;

/** Error code and message for an access token without the scope of the part of the API. */
export const insufficientScope = {
  code: "insufficient_scope",
  message: `the access token lacks the scope for this path: ${scopeFor["v2-data"]} for /v2, ${scopeFor.submissions} for uploads of submissions, ${scopeFor.users} for /v1/users`,
} as const;

/** Authenticated caller. `isUseStale` is true if the recorded time of last use is at least an hour old. */
export type Caller = Principal & {
  readonly isUseStale: boolean;
  readonly catalogVersion: AccountStatus["catalogVersion"] | undefined;
  /** Kinds of files that a loader token may send. Absent if it may send all kinds. */
  readonly only?: readonly UploadKind[];
};

/** User whom the host application has authenticated. */
export type HostUser = {
  readonly account: AccountId;
  /** Id of the user in the host, with 1 to 200 printable characters. It appears in logs and in the audit trail. */
  readonly id: string;
  /** Parts of the API that the user may use. Defaults to the lists of both versions. */
  readonly audiences?: readonly Audience[];
};

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
    const caller = { account, kind, id, isUseStale: needsUseRecorded(credential, now), catalogVersion };
    return credential.only ? { ...caller, only: credential.only } : caller;
  };
}

/** Authenticates a caller by access token. Changes to the client and its account take effect on the next request. */
export function authenticateBearer(
  { storage, clock, accessTokens }: Pick<AccessPorts, "storage" | "clock" | "accessTokens">,
  issuer: Issuer,
) {
  return async (audience: Audience, token: string): Promise<Caller> => {
    const wanted = scopeFor[audience];
    const refuse = refuserOf(audience, () => credentialHint(audience, "authorization", token));
    if (!wanted) throw refuse("wrong_kind_of_token");
    const claims = accessTokens.verify(token);
    if (!claims) throw refuse("unknown_token");
    if (!isFrom(issuer, claims)) throw refuse("wrong_issuer");
    const known = await storage.clients.byId(claims.sub);
    if (!known || known.client.account !== claims.acc) throw refuse("unknown_client");
    const principal = ofClient(known.client);
    if (claims.exp * second <= clock()) throw refuse("token_expired", principal);
    const closed = closedBy(known);
    if (closed !== undefined) throw refuse(closed, principal);
    if (!grants(claims, known.client, wanted)) throw forbidden(insufficientScope, principal);
    return { ...principal, isUseStale: false, catalogVersion: known.catalogVersion };
  };
}

/** Returns the reason why a client must not call the service, if there is one. */
function closedBy({ client, accountDisabled }: KnownClient): string | undefined {
  if (accountDisabled) return "account_disabled";
  return client.disabled || client.revoked ? "client_not_usable" : undefined;
}

/** True if the token has the scope, and the client still has it. */
const grants = ({ scope: granted = scopes[0] }: AccessClaims, client: Client, wanted: Scope): boolean =>
  client.scopes.includes(wanted) && scopesIn(granted).includes(wanted);

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

/**
 * Checks the account and the permissions of a user whom the host has authenticated.
 * Throws a `TypeError` if the user is malformed. Every rejection is an `unauthenticated` error with the same message.
 */
export function authenticateHostUser({ storage }: { readonly storage: Pick<AccessPorts["storage"], "accounts"> }) {
  return async (audience: Audience, user: HostUser): Promise<Caller> => {
    const principal = hostPrincipal(user);
    const refuse = (reason: string, more: { readonly principal?: Principal; readonly error?: unknown }) =>
      refused(refusedAs[audience], { reason, ...more });
    const { account } = principal;
    const status = await storage.accounts.status(account);
    if (!status) throw refuse("unknown_account", { error: new Error(`the host named the unknown account ${account}`) });
    if (status.accountDisabled) {
      throw refuse("account_disabled", {
        principal,
        error: new Error(`the host named the disabled account ${account}`),
      });
    }
    if (!(user.audiences ?? listAudiences).includes(audience)) {
      throw forbidden(
        { code: "not_permitted", message: "the user is not permitted to use this part of the API" },
        principal,
      );
    }
    return { ...principal, isUseStale: false, catalogVersion: status.catalogVersion };
  };
}

const listAudiences: readonly Audience[] = ["v1-data", "v2-data"];

/** Checks the types of the user's fields, because the host may be written in JavaScript. */
function hostPrincipal({ account, id, audiences }: HostUser): Principal {
  if (parseId(account) === undefined) throw new TypeError("the account of a host's user must be an account id");
  if (typeof id !== "string" || id === "" || originText(id) !== id) {
    throw new TypeError("the id of a host's user must be a string with 1 to 200 printable characters");
  }
  if (audiences !== undefined && !Array.isArray(audiences)) {
    throw new TypeError("the audiences of a host's user must be an array");
  }
  return { account, kind: "host", id: id as HostUserId };
}

/** Checks inside a unit of work whether a caller may write. */
export interface CallerStore {
  /**
   * True if the account is enabled and the caller's credential is usable at `now`.
   * Operators, users of the host application, and credentials that only the host application knows count as usable.
   *
   * The result stays valid until the unit of work ends.
   * A concurrent revocation takes effect either before or after the unit of work.
   */
  mayWrite(account: AccountId, by: Principal | undefined, now: Instant): Promise<boolean>;
}

export type CallerStores = { readonly callers: CallerStore };

/**
 * Checks the caller again inside the unit of work.
 * Throws `unauthenticated` if the credential has become unusable, for example while the request body arrived.
 */
export async function stillAllowed({ callers }: CallerStores, by: Principal, now: Instant): Promise<void> {
  if (await callers.mayWrite(by.account, by, now)) return;
  throw refused(refusedAs.users, { reason: "revoked_meanwhile", principal: by });
}

/**
 * Returns ports with which a use case acts for a caller: audit records name the caller, and the first unit of work
 * checks the caller again. Later units of work complete what the first one began.
 */
export function actingFor(ports: Ports, by: Principal): Ports {
  let isChecked = false;
  const transact: Ports["storage"]["transact"] = (account, work) =>
    ports.storage.transact(account, async (stores, now) => {
      if (!isChecked) await stillAllowed(stores, by, now);
      isChecked = true;
      return work(stores, now);
    });
  return { ...ports, storage: { ...ports.storage, transact }, operator: () => ({ sender: by }) };
}

/** Reason for rejecting a caller, and the principal if known. Logged and audited, but not returned to the caller. */
export type Refusal = {
  readonly reason: string;
  readonly principal?: Principal;
  /** Internal error that caused the rejection, if any. */
  readonly error?: unknown;
};

/**
 * Creates an `unauthenticated` error with the same message for every reason.
 * A hint must depend only on the request, so that it does not reveal whether the credential exists.
 */
export const refused = (
  { code, message }: { readonly code: string; readonly message: string },
  refusal: Refusal,
  hint?: string,
) => new DomainError("unauthenticated", code, message, { cause: refusal, hint });

/** Creates a `forbidden` error for a known caller who lacks a permission. */
const forbidden = ({ code, message }: { readonly code: string; readonly message: string }, principal: Principal) =>
  new DomainError("forbidden", code, message, { cause: { reason: code, principal } satisfies Refusal });

/** Returns the reason of an `unauthenticated` or `forbidden` error, or `undefined` for other errors. */
export function refusalOf(error: unknown): Refusal | undefined {
  const isRefusal = isDomainError(error) && (error.kind === "unauthenticated" || error.kind === "forbidden");
  return isRefusal ? (error.cause as Refusal | undefined) : undefined;
}

const refuserOf = (audience: Audience, hint: () => string | undefined) => (reason: string, principal?: Principal) =>
  refused(refusedAs[audience], { reason, ...(principal && { principal }) }, hint());

const ofCredential = ({ account, kind, id }: Credential): Principal => ({ account, kind, id });

export const ofClient = ({ account, clientId }: Client): Principal => ({ account, kind: "access-token", id: clientId });

/** Request header that contained the credential. */
type SentIn = "api-token" | "authorization";

const uses: Readonly<Record<CredentialKind, string>> = {
  "account-key": "the credential is an account key, which can read /v1 and manage users",
  "api-token": "the credential is an API token, which can read /v2 and upload submissions",
  "web-forms": "the credential is a web-forms token, which can only upload submissions",
  loader: "the credential is a loader token, which can only send files to /v1/loads",
  office: "the credential is an office token, which can read /v2, import files, undo imports and find people",
  "access-token":
    "the credential is an access token, which can read /v2, upload submissions or manage users, depending on its scope",
};

const headers: Readonly<Record<SentIn, string>> = {
  "api-token": "api-token",
  authorization: "Authorization: Bearer",
};

/**
 * Returns advice for a credential of the wrong kind or in the wrong header.
 * Depends only on the credential's format, so it does not reveal whether the credential exists.
 */
function credentialHint(audience: Audience, sentIn: SentIn, text: string): string | undefined {
  const kind = credentialKindOf(text);
  if (kind === undefined) return undefined;
  const header = kind === "access-token" ? "authorization" : "api-token";
  const isAtItsDoor = accepted[audience].includes(kind);
  if (isAtItsDoor && header === sentIn) return undefined;
  return header === sentIn ? uses[kind] : `${uses[kind]}; send the credential in the header ${headers[header]}`;
}

/** Signed tokens begin with `eyJ`, the base64url of `{"`. */
const credentialKindOf = (text: string): CredentialKind | undefined =>
  tokenKindOf(text) ?? (text.startsWith("eyJ") ? "access-token" : undefined);
