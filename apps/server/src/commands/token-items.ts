import { type Credential, type Instant, isoInstant } from "@repute/domain";
import { minuteText, table } from "../table.js";

/** Formats a token for output. Omits the secret, because it is not stored. */
export const tokenItem = ({ id, kind, name, createdAt, expiresAt, lastUsedAt, disabled, revoked }: Credential) => ({
  id,
  kind,
  name,
  created_at: isoInstant(createdAt),
  expires_at: timeOrNull(expiresAt),
  last_used_at: timeOrNull(lastUsedAt),
  disabled,
  revoked,
});

/** Formats a new token for output with its secret, which is shown only once. */
export const newTokenItem = ({ id, kind, name, expiresAt }: Credential, token: string) => ({
  id,
  kind,
  name,
  token,
  expires_at: timeOrNull(expiresAt),
});

export const tokenTable = (tokens: readonly Credential[], now: Instant) =>
  table(
    ["id", "kind", "name", "created (UTC)", "expires (UTC)", "last used (UTC)", "state"],
    tokens.map((token) => [
      String(token.id),
      token.kind,
      token.name,
      minuteText(isoInstant(token.createdAt)),
      minuteText(timeOrNull(token.expiresAt) ?? "never"),
      minuteText(timeOrNull(token.lastUsedAt) ?? "never"),
      stateOf(token, now),
    ]),
  );

function stateOf({ disabled, revoked, expiresAt }: Credential, now: Instant): string {
  if (revoked) return "revoked";
  if (disabled) return "disabled";
  return expiresAt !== null && expiresAt <= now ? "expired" : "enabled";
}

const timeOrNull = (instant: Instant | null): string | null => (instant === null ? null : isoInstant(instant));
