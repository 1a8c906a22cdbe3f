import type { AccountId, ClientId, CredentialId } from "./ids.js";

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

/** Authenticated caller in logs and the audit trail. `id` is the id of a token, or the client id of an access token. */
export type Principal = {
  readonly account: AccountId;
  readonly kind: CredentialKind;
  readonly id: CredentialId | ClientId;
  /** Origin of the request. Present only if the action itself writes the audit record. */
  readonly origin?: RequestOrigin;
};
