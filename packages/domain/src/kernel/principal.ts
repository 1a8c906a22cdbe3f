import type { AccountId, ClientId, CredentialId } from "./ids.js";
import type { RequestOrigin } from "./request-origin.js";

/** The kinds of token that operators create. */
export const tokenKinds = ["account-key", "api-token", "web-forms"] as const;
export type TokenKind = (typeof tokenKinds)[number];

/** Every kind of credential that a request may come with. */
export type CredentialKind = TokenKind | "access-token";

/** Who asks, as logs and the audit trail call them: by a token's number, or by the client that an access token is for. */
export type Principal = {
  readonly account: AccountId;
  readonly kind: CredentialKind;
  readonly id: CredentialId | ClientId;
  /** Origin of the request. Set if the action writes its own audit record. */
  readonly origin?: RequestOrigin;
};
