import { accountByKey, accountNotFound } from "../accounts/account.js";
import { byOperator, type OperatorPort, type TokenKind, tokenKinds } from "../accounts/audit-trail.js";
import { conflict, invalid, notFound } from "../kernel/domain-error.js";
import { base62, crc32, numberOf, numberOfBase62 } from "../kernel/encodings.js";
import type { AccountId, ClientId, CredentialId } from "../kernel/ids.js";
import { type Instant, millisecondsOf, plus, type Span, toSecond } from "../kernel/times.js";
import {
  type AccessPorts,
  type Client,
  type Credential,
  isUsable,
  type Scope,
  scopes,
  type UploadKind,
  uploadKinds,
} from "./access-ports.js";

/**
 * Input for creating a token. A token without `expiresAt` does not expire. A loader token with `only` can send only
 * files of these kinds.
 */
export type NewToken = {
  readonly kind: TokenKind;
  readonly name?: string;
  readonly expiresAt?: Instant;
  readonly only?: readonly UploadKind[];
};

/** Creates a token. Only the result of this call contains the token. It cannot be read again. */
export function createToken({
  storage,
  clock,
  secrets,
  operator,
}: OperatorPort & Pick<AccessPorts, "storage" | "clock" | "secrets">) {
  return async (
    account: AccountId,
    { kind, name = kind, expiresAt, only }: NewToken,
  ): Promise<{ readonly credential: Credential; readonly token: string }> => {
    if (!tokenKinds.includes(kind)) throw new TypeError(`the kind of a token must be one of ${tokenKinds.join(", ")}`);
    if (only !== undefined) checkOnly(kind, only);
    await known(storage, account);
    const now = clock();
    if (expiresAt !== undefined && expiresAt <= now)
      throw invalid("already_expired", "the token's expiry must be in the future");
    const token = tokenText(kind, secrets.randomBytes(tokenBytes));
    const credential = await storage.credentials.add(
      account,
      {
        kind,
        name,
        createdAt: toSecond(now),
        expiresAt: expiresAt ?? null,
        lastUsedAt: null,
        only: only ? uploadKinds.filter((one) => only.includes(one)) : null,
        disabled: false,
        revoked: false,
      },
      secrets.sha256(token),
      (added) => byOperator({ at: now, action: "create_token", subject: tokenSubject(added) }, { operator }),
    );
    return { credential, token };
  };
}

/**
 * Creates a token like another one, which then expires after an overlap. Throws `token_not_found`, `token_not_usable` and
 * `already_expired`.
 */
export function rotateToken(ports: OperatorPort & Pick<AccessPorts, "storage" | "clock" | "secrets">) {
  const { storage, clock, operator } = ports;
  return async (id: CredentialId, overlap: Span) => {
    const earlier = await storage.credentials.byId(id);
    if (!earlier) throw notFound("token_not_found", `no token has the id ${id}`);
    const { account, kind, name, only } = earlier;
    const at = clock();
    const until = plus(at, millisecondsOf(overlap));
    if (!isUsable(earlier, at)) throw conflict("token_not_usable", `token ${id} is disabled, revoked or expired`);
    if (until <= at) throw invalid("already_expired", "the token's expiry must be in the future");
    const created = await createToken(ports)(account, { kind, name, ...(only && { only }) });
    const expiresAt = toSecond(Math.min(earlier.expiresAt ?? until, until));
    const record = byOperator({ at, action: "rotate_token", subject: tokenSubject(earlier) }, { operator });
    await storage.credentials.save(account, { ...earlier, expiresAt }, record);
    return { ...created, earlier: { ...earlier, expiresAt } };
  };
}

function checkOnly(kind: TokenKind, only: readonly UploadKind[]): void {
  if (kind !== "loader") throw invalid("invalid_only", "only loader tokens can be limited to kinds of files");
  if (only.length > 0 && only.every((one) => uploadKinds.includes(one))) return;
  throw invalid("invalid_only", `the kinds of files must be one or more of ${uploadKinds.join(", ")}`);
}

/** Throws `account_not_found` unless the account exists. */
async function known({ accounts }: Pick<AccessPorts["storage"], "accounts">, account: AccountId): Promise<void> {
  if (!(await accounts.status(account))) throw accountNotFound(account);
}

/** Lists an account's tokens, oldest first. */
export function listTokens(ports: Pick<AccessPorts, "storage">) {
  return async (key: string): Promise<Credential[]> =>
    ports.storage.credentials.all((await accountByKey(ports)(key)).id);
}

/** Disables, enables or revokes a token. Takes effect on the next request. Revoking is permanent. */
export function changeToken({ storage, clock, operator }: OperatorPort & Pick<AccessPorts, "storage" | "clock">) {
  return async (id: CredentialId, change: StateChange): Promise<Credential> => {
    const credential = await storage.credentials.byId(id);
    if (!credential) throw notFound("token_not_found", `no token has the id ${id}`);
    if (credential.revoked && change === "enable")
      throw conflict("token_revoked", `token ${id} is revoked and cannot be enabled again`);
    const changed = inState(credential, change);
    const record = byOperator(
      { at: clock(), action: `${change}_token`, subject: tokenSubject(credential) },
      { operator },
    );
    await storage.credentials.save(credential.account, changed, record);
    return changed;
  };
}

/** Details of a client to register. By default, the client can only read lists. */
export type NewClient = { readonly name: string; readonly jwkUrl: string; readonly scopes?: readonly Scope[] };

/** Registers a client of an account. Throws `jwk_url_not_allowed` unless the URL is https on a public host. */
export function registerClient(
  ports: OperatorPort & Pick<AccessPorts, "storage" | "clock" | "secrets" | "partnerKeys">,
) {
  const { storage, clock, secrets, partnerKeys } = ports;
  return async (account: AccountId, { name, jwkUrl, scopes: wanted = [scopes[0]] }: NewClient): Promise<Client> => {
    if (name.trim() === "") throw invalid("invalid_client_name", "the client's name must not be empty");
    if (wanted.length === 0 || !wanted.every((one) => scopes.includes(one))) {
      throw invalid("invalid_scope", `the scopes of a client must be one or more of ${scopes.join(", ")}`);
    }
    await known(storage, account);
    await partnerKeys.checkUrl(jwkUrl);
    const now = clock();
    const client = {
      clientId: clientIdText(secrets.randomBytes(clientIdBytes)),
      account,
      name: name.trim(),
      jwkUrl,
      scopes: scopes.filter((one) => wanted.includes(one)),
      createdAt: toSecond(now),
      disabled: false,
      revoked: false,
    };
    await storage.clients.add(
      client,
      byOperator({ at: now, action: "register_client", subject: clientSubject(client) }, ports),
    );
    return client;
  };
}

/** Lists an account's clients, oldest first. */
export function listClients(ports: Pick<AccessPorts, "storage">) {
  return async (key: string): Promise<Client[]> => ports.storage.clients.all((await accountByKey(ports)(key)).id);
}

/**
 * Disables, enables or revokes a client and its access tokens. Takes effect on the next request. Revoking is permanent.
 */
export function changeClient({ storage, clock, operator }: OperatorPort & Pick<AccessPorts, "storage" | "clock">) {
  return async (clientId: string, change: StateChange): Promise<Client> => {
    const client = (await storage.clients.byId(clientId))?.client;
    if (!client) throw notFound("client_not_found", `no client has the id ${JSON.stringify(clientId)}`);
    if (client.revoked && change === "enable") {
      throw conflict("client_revoked", `client ${clientId} is revoked and cannot be enabled again`);
    }
    const changed = inState(client, change);
    const record = byOperator(
      { at: clock(), action: `${change}_client`, subject: clientSubject(client) },
      { operator },
    );
    await storage.clients.save(client.account, changed, record);
    return changed;
  };
}

/** State change that an operator can make to a token or a client. */
export type StateChange = "disable" | "enable" | "revoke";

type State = { readonly disabled: boolean; readonly revoked: boolean };

const changes: Readonly<Record<StateChange, Partial<State>>> = {
  disable: { disabled: true },
  enable: { disabled: false },
  revoke: { revoked: true },
};

/** Returns a copy of a token or client in its new state: disabled, enabled or revoked. Revoking is permanent. */
function inState<Thing extends State>(thing: Thing, change: StateChange): Thing {
  if (!Object.hasOwn(changes, change))
    throw new TypeError(`the change must be one of ${Object.keys(changes).join(", ")}`);
  return { ...thing, ...changes[change] };
}

const tokenSubject = ({ id }: Credential): string => `token ${id}`;

const clientSubject = ({ clientId }: Client): string => `client ${clientId}`;

/*
 * A token consists of a prefix such as `rpa_`, 43 characters of 256 random bits and 6 characters of CRC-32, all base62.
 * The checksum allows rejecting invalid tokens without a lookup. Secret scanners can detect the format.
 */
const tokenPrefixes: Readonly<Record<TokenKind, string>> = {
  "account-key": "rpk_",
  "api-token": "rpa_",
  "web-forms": "rpf_",
  loader: "rpl_",
  office: "rpo_",
};

const tokenShape = new RegExp(`^(?:${Object.values(tokenPrefixes).join("|")})[0-9A-Za-z]{49}$`);

/** Number of random bytes in a token. */
const tokenBytes = 32;

/** Creates a token of the given kind from 32 random bytes. */
export function tokenText(kind: TokenKind, random: Uint8Array): string {
  const body = tokenPrefixes[kind] + base62(numberOf(random), 43);
  return body + base62(BigInt(crc32(body)), 6);
}

/** Returns the kind of token that the prefix of a string indicates. The rest of the string is not checked. */
export const tokenKindOf = (text: string): TokenKind | undefined =>
  tokenKinds.find((kind) => text.startsWith(tokenPrefixes[kind]));

/** True if a string has the form and the checksum of a token. */
export function isTokenText(text: string): boolean {
  return tokenShape.test(text) && numberOfBase62(text.slice(-6)) === crc32(text.slice(0, -6));
}

/** Number of random bytes in a client id. */
const clientIdBytes = 16;

/** Creates a client id from 16 random bytes. The id is not secret, but cannot be guessed. */
const clientIdText = (random: Uint8Array): ClientId => `rpc_${base62(numberOf(random), 22)}` as ClientId;
