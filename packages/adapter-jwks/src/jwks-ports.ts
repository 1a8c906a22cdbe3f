import type { AccessTokens, Clock, PartnerKeys } from "@repute/domain";
import { jwtAccessTokens, parseTokenKeys } from "./access-tokens.js";
import { checkKeyUrl, nameServers, parseOrigins, type ResolveHost } from "./fetch-guard.js";
import { type FetchKeySet, fetchKeySet } from "./key-set.js";
import { jwksPartnerKeys, keyStore } from "./partner-keys.js";

export type JwksOptions = {
  /** Keys for access tokens as `kid:base64,kid:base64`. The first key signs tokens; all keys verify tokens. */
  readonly tokenKeys: string;
  /**
   * Origins that are allowed to serve key sets from private addresses or over http, such as `http://127.0.0.1:4000`.
   */
  readonly allow?: readonly string[];
  readonly clock: Clock;
  /** Resolves host names. Defaults to the system's name servers. */
  readonly resolve?: ResolveHost;
  /** Fetches key sets. If you replace this function, it must refuse private addresses. */
  readonly fetch?: FetchKeySet;
};

/** Ports of this adapter. `close` cancels pending requests. */
export type JwksPorts = {
  readonly partnerKeys: PartnerKeys;
  readonly accessTokens: AccessTokens;
  close(): void;
};

/**
 * Creates the ports for partners' keys and for access tokens.
 * Throws an `invalid` error if the token keys or origins are malformed.
 */
export function jwksPorts({ tokenKeys, allow = [], clock, ...replacements }: JwksOptions): JwksPorts {
  const allowed = parseOrigins(allow);
  const accessTokens = jwtAccessTokens(parseTokenKeys(tokenKeys));
  const servers = nameServers();
  const { resolve = servers.resolve } = replacements;
  const { fetch = fetchKeySet(allowed, resolve) } = replacements;
  const closing = new AbortController();
  const store = keyStore({ clock, fetch, closing: closing.signal });
  return {
    partnerKeys: jwksPartnerKeys(store, checkKeyUrl(allowed, resolve)),
    accessTokens,
    close() {
      closing.abort();
      servers.cancel();
    },
  };
}
