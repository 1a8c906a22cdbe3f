import type { CursorKeyStore } from "@repute/domain";
import type { Session } from "../engine/session.js";

/** Returns the store of the keys that sign change cursors. */
export const cursorKeyStore = (session: Session): CursorKeyStore => ({
  async of(account) {
    const [row] = await session.query("SELECT key FROM cursor_keys WHERE account_id = $1", [account]);
    return row?.["key"] as string | undefined;
  },
  async save(account, key) {
    await session.run("INSERT INTO cursor_keys (account_id, key) VALUES ($1, $2)", [account, key]);
  },
});
