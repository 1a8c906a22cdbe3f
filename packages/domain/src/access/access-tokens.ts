import type { AccountId } from "../kernel/ids.js";

/** What an access token says: who issued it, for whom, to which client, of which account, and when (seconds). */
export type AccessClaims = {
  readonly iss: string;
  readonly aud: string;
  /** The client's id. */
  readonly sub: string;
  readonly acc: AccountId;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
};

/** Our own access tokens: signed with the first key of a ring, verified with all of them. */
export interface AccessTokens {
  /** A token with these claims and no others. */
  sign(claims: AccessClaims): string;
  /** The claims of a token that one of our keys signed; `undefined` for any other text. `exp` is the caller's to judge. */
  verify(text: string): AccessClaims | undefined;
}
