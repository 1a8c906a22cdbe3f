import type { AccountId, ClientId, CredentialId, HostUserId } from "./ids.js";

/** Origin of a request in the audit trail. */
export type RequestOrigin = {
  readonly requestId: string;
  /** IP address of the client. If trusted proxies forward the request, this is the address that they report. */
  readonly address?: string;
  /** User agent as plain text of at most 200 characters. */
  readonly userAgent?: string;
};

/** Kinds of tokens that operators create. */
export const tokenKinds = ["account-key", "api-token", "web-forms"] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** Kinds of credentials that a request can contain. */
export type CredentialKind = TokenKind | "access-token";

/** Kinds of callers: the holder of a credential, or a user whom the host application has authenticated. */
export type CallerKind = CredentialKind | "host";

/**
 * Authenticated caller in logs and the audit trail.
 * `id` is the id of a token, the client id of an access token, or the id of a user of the host application.
 */
export type Principal = {
  readonly account: AccountId;
  readonly kind: CallerKind;
  readonly id: CredentialId | ClientId | HostUserId;
  /** Origin of the request. Present only if the action itself writes the audit record. */
  readonly origin?: RequestOrigin;
};
