import type { AccountId, CredentialId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import { hour } from "../kernel/instant.js";
import type { TokenKind } from "../kernel/principal.js";

/** Stored token. The store keeps the token's SHA-256 instead of the token itself. */
export type Credential = {
  readonly id: CredentialId;
  readonly account: AccountId;
  readonly kind: TokenKind;
  /** Name for operators. */
  readonly name: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
  /** Time of the last recorded use. Updated at most once per hour, so that most requests need no write. */
  readonly lastUsedAt: Instant | null;
  /** Reversible: the token can be enabled again. */
  readonly disabled: boolean;
  /** Permanent. */
  readonly revoked: boolean;
};

/** Returns true if the credential is enabled, not revoked and not expired. */
export const isUsable = ({ disabled, revoked, expiresAt }: Credential, now: Instant): boolean =>
  !disabled && !revoked && (expiresAt === null || expiresAt > now);

/** Returns true if the last recorded use is at least an hour old. */
export const isUseWorthNoting = ({ lastUsedAt }: Credential, now: Instant): boolean =>
  lastUsedAt === null || now - lastUsedAt >= hour;
