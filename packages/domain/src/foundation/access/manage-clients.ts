import { accountByKey } from "../accounts/manage-accounts.js";
import type { OperatorPort } from "../audit/audit-origin.js";
import { byOperator } from "../audit/audit-record.js";
import { conflict, invalid, notFound } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import { toSecond } from "../kernel/instant.js";
import type { AccessPorts } from "./access-ports.js";
import { inState, type StateChange } from "./change-state.js";
import { type Client, clientIdBytes, clientIdText } from "./client.js";

export type NewClient = { readonly name: string; readonly jwkUrl: string };

/** Registers a client of an account. Throws `jwk_url_not_allowed` unless the URL is https on a public host. */
export function registerClient(
  ports: OperatorPort & Pick<AccessPorts, "storage" | "clock" | "secrets" | "partnerKeys">,
) {
  const { storage, clock, secrets, partnerKeys } = ports;
  return async (account: AccountId, { name, jwkUrl }: NewClient): Promise<Client> => {
    if (name.trim() === "") throw invalid("invalid_client_name", "the client's name must not be empty");
    await partnerKeys.checkUrl(jwkUrl);
    const now = clock();
    const client = {
      clientId: clientIdText(secrets.randomBytes(clientIdBytes)),
      account,
      name: name.trim(),
      jwkUrl,
      createdAt: toSecond(now),
      disabled: false,
      revoked: false,
    };
    await storage.clients.add(
      client,
      byOperator({ at: now, action: "register_client", subject: subjectOf(client) }, ports),
    );
    return client;
  };
}

/** Lists an account's clients, oldest first. */
export function listClients(ports: Pick<AccessPorts, "storage">) {
  return async (key: string): Promise<Client[]> => ports.storage.clients.all((await accountByKey(ports)(key)).id);
}

/**
 * Disables, enables or revokes a client and its access tokens. Takes effect on the next request. Revoking is permanent.
 */
export function changeClient({ storage, clock, operator }: OperatorPort & Pick<AccessPorts, "storage" | "clock">) {
  return async (clientId: string, change: StateChange): Promise<Client> => {
    const client = (await storage.clients.byId(clientId))?.client;
    if (!client) throw notFound("client_not_found", `no client has the id ${JSON.stringify(clientId)}`);
    if (client.revoked && change === "enable") {
      throw conflict("client_revoked", `client ${clientId} is revoked and cannot be enabled again`);
    }
    const changed = inState(client, change);
    const record = byOperator({ at: clock(), action: `${change}_client`, subject: subjectOf(client) }, { operator });
    await storage.clients.save(client.account, changed, record);
    return changed;
  };
}

const subjectOf = ({ clientId }: Client): string => `client ${clientId}`;
