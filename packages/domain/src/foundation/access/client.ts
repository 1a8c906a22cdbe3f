import { base62, numberOf } from "../kernel/base62.js";
import type { AccountId, ClientId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** Client of a partner. Authenticates with signed assertions (RFC 7523). */
export type Client = {
  readonly clientId: ClientId;
  readonly account: AccountId;
  /** Display name for operators. */
  readonly name: string;
  /** URL of the partner's public keys, a JSON Web Key Set. */
  readonly jwkUrl: string;
  readonly createdAt: Instant;
  /** True if an operator disabled the client. An operator can enable it again. */
  readonly disabled: boolean;
  /** True if an operator revoked the client. Revoking is permanent. */
  readonly revoked: boolean;
};

/** Number of random bytes in a client id. */
export const clientIdBytes = 16;

/** Creates a client id from 16 random bytes. The id is not secret, but cannot be guessed. */
export const clientIdText = (random: Uint8Array): ClientId => `rpc_${base62(numberOf(random), 22)}` as ClientId;
