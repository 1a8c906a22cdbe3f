import type { AccountStatus, AccountStore } from "../accounts/account.js";
import type { AuditRecord, TokenKind } from "../accounts/audit-trail.js";
import { invalid, notFound } from "../kernel/domain-error.js";
import type { Secrets } from "../kernel/encodings.js";
import type { AccountId, ClientId, CredentialId } from "../kernel/ids.js";
import { type Clock, hour, type Instant } from "../kernel/times.js";

/** Ports for authenticating callers and managing credentials. */
export type AccessPorts = {
  readonly storage: {
    readonly accounts: AccountStore;
    readonly credentials: CredentialStore;
    readonly clients: ClientStore;
    readonly assertions: AssertionStore;
  };
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly partnerKeys: PartnerKeys;
  readonly accessTokens: AccessTokens;
};

/** Kinds of files that a loader token or an office token can send. */
export const uploadKinds = ["bundle", "appointments", "calls", "patients", "reviews"] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** Stored token. Contains the SHA-256 hash of the token instead of the token. */
export type Credential = {
  readonly id: CredentialId;
  readonly account: AccountId;
  readonly kind: TokenKind;
  /** Display name for operators. */
  readonly name: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
  /** Time of the last recorded use. Updated at most once per hour, so that most requests need no write. */
  readonly lastUsedAt: Instant | null;
  /** Kinds of files that a loader token may send. `null` for all kinds, and for tokens of other kinds. */
  readonly only: readonly UploadKind[] | null;
  /** True if an operator disabled the token. An operator can enable it again. */
  readonly disabled: boolean;
  /** True if an operator revoked the token. Revoking is permanent. */
  readonly revoked: boolean;
};

/** True if the credential is enabled, not revoked and not expired. */
export const isUsable = ({ disabled, revoked, expiresAt }: Credential, now: Instant): boolean =>
  !disabled && !revoked && (expiresAt === null || expiresAt > now);

/** True if the recorded time of last use is at least an hour old. */
export const needsUseRecorded = ({ lastUsedAt }: Credential, now: Instant): boolean =>
  lastUsedAt === null || now - lastUsedAt >= hour;

/** Credential and the state of its account. */
export type KnownCredential = AccountStatus & { readonly credential: Credential };

/** Creates the audit record for a new credential. */
export type RecordOf = (added: Credential) => AuditRecord;

/**
 * Store of the tokens of all accounts. Can be used before the account of a request is known.
 *
 * A change and its audit record are saved in one unit of work.
 */
export interface CredentialStore {
  /** Adds a credential with the next id, which is unique across accounts. */
  add(
    account: AccountId,
    credential: Omit<Credential, "id" | "account">,
    hash: string,
    recordOf: RecordOf,
  ): Promise<Credential>;
  /** Returns an account's credentials, sorted by id. */
  all(account: AccountId): Promise<Credential[]>;
  /** Returns the credentials of all accounts that were not revoked, sorted by id. */
  unrevoked(): Promise<Credential[]>;
  byHash(hash: string): Promise<KnownCredential | undefined>;
  byId(id: CredentialId): Promise<Credential | undefined>;
  /** Updates the mutable values of a credential, identified by its account and id. */
  save(account: AccountId, credential: Credential, record: AuditRecord): Promise<void>;
  /** Updates only `lastUsedAt`, so that a concurrent change of state is not overwritten. */
  noteUse(account: AccountId, id: CredentialId, at: Instant): Promise<void>;
}

/** Client of a partner. Authenticates with signed assertions (RFC 7523). */
export type Client = {
  readonly clientId: ClientId;
  readonly account: AccountId;
  /** Display name for operators. */
  readonly name: string;
  /** URL of the partner's public keys, a JSON Web Key Set. */
  readonly jwkUrl: string;
  /** Parts of the API that the client may use. */
  readonly scopes: readonly Scope[];
  readonly createdAt: Instant;
  /** True if an operator disabled the client. An operator can enable it again. */
  readonly disabled: boolean;
  /** True if an operator revoked the client. Revoking is permanent. */
  readonly revoked: boolean;
};

/** Client and the state of its account. */
export type KnownClient = AccountStatus & { readonly client: Client };

/**
 * Store of the clients of all accounts. Can be used before the account of a request is known.
 *
 * A change and its audit record are saved in one unit of work.
 */
export interface ClientStore {
  add(client: Client, record: AuditRecord): Promise<void>;
  /** Returns an account's clients, oldest first. */
  all(account: AccountId): Promise<Client[]>;
  byId(clientId: string): Promise<KnownClient | undefined>;
  /** Updates the state of a client, identified by its account and id. */
  save(account: AccountId, client: Client, record: AuditRecord): Promise<void>;
}

/** Client assertion that was exchanged for a token. It cannot be exchanged again before `until`. */
export type SpentAssertion = { readonly clientId: string; readonly jti: string; readonly until: Instant };

/** Store of exchanged client assertions. Each assertion can be exchanged only once. */
export interface AssertionStore {
  /**
   * Marks an assertion as exchanged and appends an audit record. Returns `false` if it was exchanged before.
   *
   * Both writes are durable. Nothing is written if the result is `false`.
   * If several processes use the same assertion at the same time, exactly one call returns `true`.
   * Also deletes the account's assertions that expired before `now`.
   */
  spend(account: AccountId, assertion: SpentAssertion, now: Instant, record: AuditRecord): Promise<boolean>;
}

/** Client data needed to fetch the client's public keys. */
export type KeyHolder = { readonly clientId: string; readonly jwkUrl: string };

/** Reason for rejecting a signature. Logged and audited, but not returned to the caller. */
export type SignatureRefusal = "keys_unreachable" | "set_refused" | "unknown_kid" | "bad_signature";

/** Result of verifying a signature. `detail` adds information to the reason, for example `ENOTFOUND`. */
export type SignatureVerdict =
  { readonly ok: true } | { readonly ok: false; readonly reason: SignatureRefusal; readonly detail?: string };

/** Fetches the public keys of partners and verifies signatures with them. */
export interface PartnerKeys {
  /** Throws `jwkUrlNotAllowed` unless the URL is https on a public host. The message is the same for every reason. */
  checkUrl(url: string): Promise<void>;
  /**
   * Verifies an RS384 signature with the partner's published keys. Uses up to 4 keys that have the assertion's `kid`.
   *
   * If the keys cannot be fetched, returns a rejection instead of throwing.
   * An unknown `kid` causes at most one request to the partner's host per 30 seconds.
   * A key that the partner removed is rejected after at most 1 hour.
   */
  verify(client: KeyHolder, assertion: { readonly kid: string; readonly text: string }): Promise<SignatureVerdict>;
}

/** Error for a key URL. Contains no information about the host, so that callers cannot scan the internal network. */
export const jwkUrlNotAllowed = () => invalid("jwk_url_not_allowed", "jwk_url must be an https URL of a public host");

/** Claims of an access token. Times are in seconds. */
export type AccessClaims = {
  readonly iss: string;
  readonly aud: string;
  /** Id of the client that the token was issued to. */
  readonly sub: string;
  readonly acc: AccountId;
  /** Scopes of the token, separated by spaces. Tokens of earlier versions have none, and can only read lists. */
  readonly scope?: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
};

/** Signs access tokens with the first configured key. Verifies them with any configured key. */
export interface AccessTokens {
  /** Creates a signed token with exactly these claims. */
  sign(claims: AccessClaims): string;
  /**
   * Returns a token's claims if one of the service's keys signed the token, otherwise `undefined`.
   * The caller must check `exp`.
   */
  verify(text: string): AccessClaims | undefined;
}

/** Host configuration for access tokens. */
export type IssuerOptions = {
  /** Public base URL of the service, without a trailing slash. If omitted, the service issues no access tokens. */
  readonly baseUrl?: string | (() => string);
  /** Lifetime of an access token in whole seconds, from 1 to 3,600. Defaults to 300. */
  readonly accessTokenSeconds?: number;
};

/** Issuer of access tokens. `seconds` is the lifetime of a token. */
export type Issuer = {
  /** Returns the base URL, or `undefined` if it is not configured. */
  address(): string | undefined;
  readonly seconds: number;
};

/** Scopes of access tokens. The first scope is the scope of clients that are registered without scopes. */
export const scopes = ["data-sync.read", "submissions.write", "users.manage"] as const;
export type Scope = (typeof scopes)[number];

/** Returns the known scopes in a list that is separated by spaces. */
export const scopesIn = (text: string): readonly Scope[] => scopes.filter((scope) => text.split(" ").includes(scope));

const maxTokenLifetime = 3_600;

/** Creates the issuer from options. Throws `RangeError` for an invalid lifetime. */
export function issuerOf({ baseUrl, accessTokenSeconds = 300 }: IssuerOptions): Issuer {
  const isLifetime =
    Number.isInteger(accessTokenSeconds) && accessTokenSeconds >= 1 && accessTokenSeconds <= maxTokenLifetime;
  if (!isLifetime) throw new RangeError(`accessTokenSeconds must be a whole number from 1 to ${maxTokenLifetime}`);
  return { address: () => (typeof baseUrl === "function" ? baseUrl() : baseUrl), seconds: accessTokenSeconds };
}

/** Returns the base URL and the token URL. Throws `signed_assertions_off` if the base URL is not configured. */
export function tokenEndpoint(issuer: Issuer): { readonly address: string; readonly tokenUrl: string } {
  const address = issuer.address();
  if (address !== undefined) return { address, tokenUrl: `${address}/oauth/token` };
  throw notFound("signed_assertions_off", "this service does not issue access tokens");
}

/** Ports for a host without partner clients. The host accepts only tokens and issues no access tokens. */
export const noPartners: Pick<AccessPorts, "partnerKeys" | "accessTokens"> = {
  partnerKeys: {
    checkUrl: () => Promise.reject(invalid("signed_assertions_off", "this service does not accept signed assertions")),
    verify: async () => ({ ok: false, reason: "keys_unreachable" }),
  },
  accessTokens: {
    sign() {
      throw new Error("this service does not issue access tokens");
    },
    verify: () => undefined,
  },
};
