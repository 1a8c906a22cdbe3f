import type { authenticateHostUser } from "../foundation/access/authenticate-host-user.js";
import type { authenticate, authenticateBearer, noteUse } from "../foundation/access/authenticate.js";
import type { exchangeToken } from "../foundation/access/exchange-token.js";
import type { tokenEndpoint } from "../foundation/access/issuer.js";
import type { changeClient, listClients, registerClient } from "../foundation/access/manage-clients.js";
import type { changeToken, createToken, listTokens } from "../foundation/access/manage-tokens.js";

/** Use cases about tokens, clients of partners, and authentication. */
export interface AccessUseCases {
  /**
   * Authenticates a caller by token. `audience` names the part of the API. Every rejection is an `unauthenticated`
   * error with the same message, and its `cause` contains the reason.
   */
  readonly authenticate: ReturnType<typeof authenticate>;
  /** Authenticates a caller by access token. Rejects as `authenticate` does. */
  readonly authenticateBearer: ReturnType<typeof authenticateBearer>;
  /**
   * Checks the account and the permissions of a user whom the host has authenticated. Throws a `TypeError` if the
   * user is malformed. Otherwise rejects as `authenticate` does.
   */
  readonly authenticateHostUser: ReturnType<typeof authenticateHostUser>;
  /** Records the time at which a token was last used. */
  readonly noteUse: ReturnType<typeof noteUse>;
  /**
   * Exchanges a client's signed assertion for an access token. Each assertion works once. Throws `invalid` for a
   * malformed request and `unauthenticated` for a problem with the assertion or the client.
   */
  readonly exchangeToken: ReturnType<typeof exchangeToken>;
  /** Returns the base URL and the token URL. Throws `signed_assertions_off` if the option `baseUrl` is missing. */
  readonly tokenEndpoint: () => ReturnType<typeof tokenEndpoint>;
  /** Creates a token. Only this result contains the token, which cannot be read again. */
  readonly createToken: ReturnType<typeof createToken>;
  /** Lists the tokens of the account with a key, oldest first, without their secrets. Throws `account_not_found`. */
  readonly listTokens: ReturnType<typeof listTokens>;
  /** Disables, enables or revokes a token, from the next request on. Revoking is permanent. */
  readonly changeToken: ReturnType<typeof changeToken>;
  /** Registers a partner's client. Throws `jwk_url_not_allowed` unless the URL is https on a public host. */
  readonly registerClient: ReturnType<typeof registerClient>;
  /** Lists the clients of the account with a key, oldest first. Throws `account_not_found`. */
  readonly listClients: ReturnType<typeof listClients>;
  /** Disables, enables or revokes a client and its access tokens, from the next request on. Revoking is permanent. */
  readonly changeClient: ReturnType<typeof changeClient>;
}
