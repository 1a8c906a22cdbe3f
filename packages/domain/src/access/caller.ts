import type { Principal } from "../kernel/principal.js";
import type { Client } from "./client.js";
import type { Credential } from "./credential.js";
import type { Standing } from "./standing.js";

/** Who asks, and whether this use is worth a note (`noteUse`): the last one on record is an hour old or more. */
export type Caller = Principal & {
  readonly noteworthy: boolean;
  readonly catalogVersion: Standing["catalogVersion"] | undefined;
};

export const ofCredential = ({ account, kind, id }: Credential): Principal => ({ account, kind, id });

export const ofClient = ({ account, clientId }: Client): Principal => ({ account, kind: "access-token", id: clientId });
