import type { EpochStore } from "@repute/domain";
import type { Session } from "../engine/session.js";

/** Returns the store of epochs. It ignores rows that were restored from a dump of the database. */
export const epochStore = (session: Session): EpochStore => ({
  async of(account) {
    const { rowOrigin } = session.dialect;
    const sql = `SELECT epoch FROM epochs WHERE account_id = $1 AND origin = ${rowOrigin}`;
    const [row] = await session.query(sql, [account]);
    return row?.["epoch"] as string | undefined;
  },
  async save(account, epoch) {
    const { rowOrigin } = session.dialect;
    await session.run("DELETE FROM epochs WHERE account_id = $1", [account]);
    await session.run("INSERT INTO epochs (account_id, epoch, origin) VALUES ($1, $2, '')", [account, epoch]);
    // Set the origin in a second statement, because the origin is computed from the stored row.
    await session.run(`UPDATE epochs SET origin = ${rowOrigin} WHERE account_id = $1`, [account]);
  },
});
