import type { AccountStatus } from "../accounts/account-status.js";
import type { Principal } from "../kernel/principal.js";
import type { Client } from "./client.js";
import type { Credential } from "./credential.js";

/** Authenticated caller. `isUseStale` is true if the recorded time of last use is at least an hour old. */
export type Caller = Principal & {
  readonly isUseStale: boolean;
  readonly catalogVersion: AccountStatus["catalogVersion"] | undefined;
};

export const ofCredential = ({ account, kind, id }: Credential): Principal => ({ account, kind, id });

export const ofClient = ({ account, clientId }: Client): Principal => ({ account, kind: "access-token", id: clientId });
