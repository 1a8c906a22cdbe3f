import { accountByKey } from "../accounts/manage-accounts.js";
import type { OperatorPort } from "../audit/audit-origin.js";
import { byOperator } from "../audit/audit-record.js";
import { conflict, invalid, notFound } from "../kernel/domain-error.js";
import type { AccountId, CredentialId } from "../kernel/ids.js";
import { type Instant, toSecond } from "../kernel/instant.js";
import type { TokenKind } from "../kernel/principal.js";
import type { AccessPorts } from "./access-ports.js";
import { inState, type StateChange } from "./change-state.js";
import type { Credential } from "./credential.js";
import { tokenBytes, tokenText } from "./token-text.js";

/** Input for creating a token. A token without `expiresAt` does not expire. */
export type NewToken = { readonly kind: TokenKind; readonly name?: string; readonly expiresAt?: Instant };

/** Creates a token. Only the result of this call contains the token. It cannot be read again. */
export function createToken({
  storage,
  clock,
  secrets,
  operator,
}: OperatorPort & Pick<AccessPorts, "storage" | "clock" | "secrets">) {
  return async (
    account: AccountId,
    { kind, name = kind, expiresAt }: NewToken,
  ): Promise<{ readonly credential: Credential; readonly token: string }> => {
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
        disabled: false,
        revoked: false,
      },
      secrets.sha256(token),
      (added) => byOperator({ at: now, action: "create_token", subject: subjectOf(added) }, { operator }),
    );
    return { credential, token };
  };
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
    const record = byOperator({ at: clock(), action: `${change}_token`, subject: subjectOf(credential) }, { operator });
    await storage.credentials.save(credential.account, changed, record);
    return changed;
  };
}

const subjectOf = ({ id }: Credential): string => `token ${id}`;
