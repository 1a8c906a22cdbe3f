import type { CredentialId, CredentialStore, KnownCredential } from "@repute/domain";
import type { LatestSession } from "../engine/engine.js";
import type { Session, Value, Write } from "../engine/session.js";
import { credentialTable } from "../tables/accounts.js";
import { accountStatusColumns, accountStatusOf } from "./account-status.js";
import { putOnRecord } from "./audit-store.js";
import { nextId } from "./next-id.js";
import { remembered } from "./remembered.js";

/** Returns the credential store. Reads see the latest commit. Changes run through `write`. */
export function credentialStore(session: LatestSession, write: Write): CredentialStore {
  const find = (where: string, ...values: Value[]) => credentialTable.find(session, where, values);
  return {
    add: (account, credential, hash, recordOf) =>
      write("directory", async (unit) => {
        const added = { ...credential, account, id: (await nextId(unit, credentialTable)) as CredentialId };
        const isNew = await credentialTable.insert(unit, { ...added, hash });
        if (!isNew) throw new Error("A credential with this hash already exists");
        await putOnRecord(unit, account, [recordOf(added)]);
        return added;
      }),
    all: (account) => find("account_id = $1 ORDER BY id", account),
    byId: async (id) => (await find("id = $1", id))[0],
    byHash: remembered(session, (hash) => byHash(session, hash)),
    async save(account, { id, name, expiresAt, disabled, revoked }, record) {
      const sql = `UPDATE credentials SET name = $3, expires_at = $4, disabled = $5, revoked = $6
        WHERE account_id = $1 AND id = $2`;
      await write("directory", async (unit) => {
        const touched = await unit.run(sql, [account, id, name, expiresAt, disabled, revoked]);
        if (touched > 0) await putOnRecord(unit, account, [record]);
      });
    },
    async noteUse(account, id, at) {
      const sql = "UPDATE credentials SET last_used_at = $3 WHERE account_id = $1 AND id = $2";
      await write("directory", (unit) => unit.run(sql, [account, id, at]));
    },
  };
}

/** Returns a credential and the state of its account. Runs for every request with a token. */
async function byHash(session: Session, hash: string): Promise<KnownCredential | undefined> {
  const [row] = await session.query(
    `SELECT ${credentialTable.selection}, ${accountStatusColumns} FROM credentials owner WHERE hash = $1`,
    [hash],
  );
  return row && { credential: credentialTable.fromRow(row), ...accountStatusOf(row) };
}
