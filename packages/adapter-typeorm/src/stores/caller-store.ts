import { type AccountId, type CallerStore, type Instant, isUsable, type Principal } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { clientTable, credentialTable } from "../tables/accounts.js";

/**
 * Returns the store that checks permissions of callers in a unit of work.
 * On PostgreSQL, it locks the rows that it reads. A concurrent revocation then waits for the commit.
 */
export function callerStore(session: Session): CallerStore {
  const { held } = session.dialect;

  async function isEnabled(account: AccountId): Promise<boolean> {
    const [row] = await session.query(`SELECT disabled FROM accounts WHERE id = $1${held}`, [account]);
    return row !== undefined && !row["disabled"];
  }

  async function isClientUsable(account: AccountId, { id }: Principal): Promise<boolean> {
    const [client] = await clientTable.find(session, `account_id = $1 AND client_id = $2${held}`, [account, id]);
    return !client || !(client.disabled || client.revoked);
  }

  async function isTokenUsable(account: AccountId, { id }: Principal, now: Instant): Promise<boolean> {
    const [credential] = await credentialTable.find(session, `account_id = $1 AND id = $2${held}`, [account, id]);
    return !credential || isUsable(credential, now);
  }

  return {
    async mayWrite(account, by, now) {
      if (!(await isEnabled(account))) return false;
      if (!by || by.kind === "host") return true;
      return by.kind === "access-token" ? isClientUsable(account, by) : isTokenUsable(account, by, now);
    },
  };
}
