import type { ClientStore, KnownClient } from "@repute/domain";
import type { LatestSession } from "../engine/engine.js";
import type { Session, Write } from "../engine/session.js";
import { clientTable } from "../tables/accounts.js";
import { accountStatusColumns, accountStatusOf } from "./account-status.js";
import { putOnRecord } from "./audit-store.js";
import { remembered } from "./remembered.js";

/** Returns the client store. Reads see the latest commit. Changes run through `write`. */
export function clientStore(session: LatestSession, write: Write): ClientStore {
  return {
    add: (client, record) =>
      write("directory", async (unit) => {
        if (!(await clientTable.insert(unit, client))) throw new Error("A client with this ID already exists");
        await putOnRecord(unit, client.account, [record]);
      }),
    all: (account) => clientTable.find(session, "account_id = $1 ORDER BY created_at, client_id", [account]),
    byId: remembered(session, (clientId) => byId(session, clientId)),
    async save(account, { clientId, disabled, revoked }, record) {
      const sql = "UPDATE clients SET disabled = $3, revoked = $4 WHERE account_id = $1 AND client_id = $2";
      await write("directory", async (unit) => {
        const touched = await unit.run(sql, [account, clientId, disabled, revoked]);
        if (touched > 0) await putOnRecord(unit, account, [record]);
      });
    },
  };
}

/** Returns a client and the state of its account. Runs for every request with an access token. */
async function byId(session: Session, clientId: string): Promise<KnownClient | undefined> {
  const [row] = await session.query(
    `SELECT ${clientTable.selection}, ${accountStatusColumns} FROM clients owner WHERE client_id = $1`,
    [clientId],
  );
  return row && { client: clientTable.fromRow(row), ...accountStatusOf(row) };
}
