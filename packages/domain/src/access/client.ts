import { base62, numberOf } from "../kernel/base62.js";
import type { AccountId, ClientId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** A partner's program that says who it is by signing (option A). */
export type Client = {
  readonly clientId: ClientId;
  readonly account: AccountId;
  /** What operators call it. */
  readonly name: string;
  /** Where the partner publishes its public keys. */
  readonly jwkUrl: string;
  readonly createdAt: Instant;
  /** Disabling is reversible. */
  readonly disabled: boolean;
  /** Revoking is not. */
  readonly revoked: boolean;
};

/** How many random bytes a client's id is made of. */
export const clientIdBytes = 16;

/** The id that 16 random bytes make. It is no secret, but nobody comes upon it by trying. */
export const clientIdText = (random: Uint8Array): ClientId => `rpc_${base62(numberOf(random), 22)}` as ClientId;
