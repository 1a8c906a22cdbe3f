import type { AccountId, CredentialId } from "../kernel/ids.js";
import { hour, type Instant } from "../kernel/instant.js";
import type { TokenKind } from "../kernel/principal.js";

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
