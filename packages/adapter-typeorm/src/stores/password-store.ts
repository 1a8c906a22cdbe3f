import type { PasswordStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { passwordTable } from "../tables/invitations.js";

export const passwordStore = (session: Session): PasswordStore => ({
  keep: (account, user, hash) => passwordTable.save(session, account, [{ user, hash }]),
  async of(account, user) {
    const [found] = await passwordTable.find(session, "account_id = $1 AND user_id = $2", [account, user]);
    return found?.hash;
  },
  async forget(account, user) {
    await session.run("DELETE FROM passwords WHERE account_id = $1 AND user_id = $2", [account, user]);
  },
});
