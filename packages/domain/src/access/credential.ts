import type { AccountId, CredentialId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import { hour } from "../kernel/instant.js";
import type { TokenKind } from "../kernel/principal.js";

/** A token as it is kept: its text is never stored, only its SHA-256. */
export type Credential = {
  readonly id: CredentialId;
  readonly account: AccountId;
  readonly kind: TokenKind;
  /** What operators call it. */
  readonly name: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
  /** To the hour: a request does not cost a write. */
  readonly lastUsedAt: Instant | null;
  /** Disabling is reversible. */
  readonly disabled: boolean;
  /** Revoking is not. */
  readonly revoked: boolean;
};

/** Whether a request may be answered with this credential now. */
export const isUsable = ({ disabled, revoked, expiresAt }: Credential, now: Instant): boolean =>
  !disabled && !revoked && (expiresAt === null || expiresAt > now);

/** Whether the last use on record is so old that this one is worth a write. */
export const isUseWorthNoting = ({ lastUsedAt }: Credential, now: Instant): boolean =>
  lastUsedAt === null || now - lastUsedAt >= hour;
