import type { ClientStore, KnownClient } from "@repute/domain";
import type { ClientRow } from "../rows/client-row.js";
import { clientFromRow, clientSchema, clientToRow } from "../rows/client-row.js";
import { insert, select } from "../rows/statements.js";
import { tableOf } from "../rows/table.js";
import type { Session, Write } from "../session.js";
import { putOnRecord } from "./audit-store.js";

/** Clients: read on a session that sees whatever is committed, changed by `write`. */
export function typeormClientStore(session: Session, write: Write): ClientStore {
  return {
    add: (client, record) =>
      write("directory", async (unit) => {
        if (!(await insert(unit, clientSchema, clientToRow(client)))) throw new Error("there is already such a client");
        await putOnRecord(unit, client.account, [record]);
      }),
    async all(account) {
      const rows = await select(session, clientSchema, "account_id = $1 ORDER BY created_at, client_id", [account]);
      return rows.map(clientFromRow);
    },
    byId: (clientId) => byId(session, clientId),
    async save(account, { clientId, disabled, revoked }, record) {
      const sql = "UPDATE clients SET disabled = $3, revoked = $4 WHERE account_id = $1 AND client_id = $2";
      await write("directory", async (unit) => {
        const touched = await unit.run(sql, [account, clientId, disabled, revoked]);
        if (touched > 0) await putOnRecord(unit, account, [record]);
      });
    },
  };
}

/** Every request with an access token begins with this: one statement, prepared once. */
async function byId(session: Session, clientId: string): Promise<KnownClient | undefined> {
  const { selection, hydrate } = tableOf(session, clientSchema);
  const [row] = await session.query(
    `SELECT ${selection}, (SELECT accounts.disabled FROM accounts WHERE accounts.id = account_id) AS account_disabled
     FROM clients WHERE client_id = $1`,
    [clientId],
  );
  if (!row) return undefined;
  const { account_disabled: accountDisabled, ...client } = hydrate(row);
  return { client: clientFromRow(client as ClientRow), accountDisabled: Boolean(accountDisabled) };
}
