import type { AccountId, ClientId, CredentialId } from "../kernel/ids.js";
import type { Client } from "./client.js";
import type { Credential, TokenKind } from "./credential.js";

/** Every kind of credential that a request may come with. */
export type CredentialKind = TokenKind | "access-token";

/** Who asks, as logs and the audit trail call them: by a token's number, or by the client that an access token is for. */
export type Principal = {
  readonly account: AccountId;
  readonly kind: CredentialKind;
  readonly id: CredentialId | ClientId;
};

/** Who asks, and whether this use is worth a note (`noteUse`): the last one on record is an hour old or more. */
export type Caller = Principal & { readonly noteworthy: boolean };

export const ofCredential = ({ account, kind, id }: Credential): Principal => ({ account, kind, id });

export const ofClient = ({ account, clientId }: Client): Principal => ({ account, kind: "access-token", id: clientId });
