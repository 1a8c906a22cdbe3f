import type { Principal } from "../kernel/principal.js";
import type { Client } from "./client.js";
import type { Credential } from "./credential.js";
import type { Standing } from "./standing.js";

/** Authenticated caller. `noteworthy` is true if the last recorded use is at least an hour old (`noteUse`). */
export type Caller = Principal & {
  readonly noteworthy: boolean;
  readonly catalogVersion: Standing["catalogVersion"] | undefined;
};

export const ofCredential = ({ account, kind, id }: Credential): Principal => ({ account, kind, id });

export const ofClient = ({ account, clientId }: Client): Principal => ({ account, kind: "access-token", id: clientId });
