import { base62, numberOf } from "../kernel/base62.js";
import type { AccountId, ClientId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** Partner's client that authenticates with signed assertions (option A). */
export type Client = {
  readonly clientId: ClientId;
  readonly account: AccountId;
  /** Name for operators. */
  readonly name: string;
  /** URL of the partner's public keys. */
  readonly jwkUrl: string;
  readonly createdAt: Instant;
  /** Reversible: the client can be enabled again. */
  readonly disabled: boolean;
  /** Permanent. */
  readonly revoked: boolean;
};

/** Number of random bytes in a client id. */
export const clientIdBytes = 16;

/** Creates a client id from 16 random bytes. The id is not secret, but cannot be guessed. */
export const clientIdText = (random: Uint8Array): ClientId => `rpc_${base62(numberOf(random), 22)}` as ClientId;
