import type { AccountId, ClientId, CredentialId } from "./ids.js";

/** Origin of a request, as the audit trail records it. */
export type RequestOrigin = {
  readonly requestId: string;
  /** Address of the client, or of the network behind a trusted proxy. */
  readonly address?: string;
  /** User agent as plain text, at most 200 characters. */
  readonly userAgent?: string;
};

/** Kinds of token that operators create. */
export const tokenKinds = ["account-key", "api-token", "web-forms"] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** Kinds of credential that a request may have. */
export type CredentialKind = TokenKind | "access-token";

/**
 * Authenticated caller as shown in logs and the audit trail. `id` is a token's id, or the client id of an access token.
 */
export type Principal = {
  readonly account: AccountId;
  readonly kind: CredentialKind;
  readonly id: CredentialId | ClientId;
  /** Origin of the request. Set if the action writes its own audit record. */
  readonly origin?: RequestOrigin;
};
