import type { AccountId } from "../kernel/ids.js";

/** Claims of an access token. Times are in seconds. */
export type AccessClaims = {
  readonly iss: string;
  readonly aud: string;
  /** Id of the client that the token was issued to. */
  readonly sub: string;
  readonly acc: AccountId;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
};

/** Signs access tokens with the first configured key. Verifies them with any configured key. */
export interface AccessTokens {
  /** Creates a signed token with exactly these claims. */
  sign(claims: AccessClaims): string;
  /**
   * Returns a token's claims if one of the service's keys signed the token, otherwise `undefined`.
   * The caller must check `exp`.
   */
  verify(text: string): AccessClaims | undefined;
}
