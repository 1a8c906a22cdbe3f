import type { AccountStore } from "../accounts/account-store.js";
import type { Clock } from "../kernel/instant.js";
import type { Secrets } from "../kernel/secrets.js";
import type { AccessTokens } from "./access-tokens.js";
import type { AssertionStore } from "./assertion-store.js";
import type { ClientStore } from "./client-store.js";
import type { CredentialStore } from "./credential-store.js";
import type { PartnerKeys } from "./partner-keys.js";

/** Ports for authenticating callers and managing credentials. */
export type AccessPorts = {
  readonly storage: {
    readonly accounts: AccountStore;
    readonly credentials: CredentialStore;
    readonly clients: ClientStore;
    readonly assertions: AssertionStore;
  };
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly partnerKeys: PartnerKeys;
  readonly accessTokens: AccessTokens;
};
