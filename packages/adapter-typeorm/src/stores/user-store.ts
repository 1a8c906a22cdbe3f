import { type AccountId, emailKey, type User, type UserId, type UserStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { lastUserIdTable, userTable } from "../tables/users.js";
import { idsByText } from "./found-ids.js";
import { withOneOf } from "./record-store.js";

export function userStore(session: Session): UserStore {
  return {
    all: (account) => userTable.all(session, account),
    page: (account, { after, limit }) =>
      userTable.find(session, `${userTable.own} AND id > $2 ORDER BY id LIMIT $3`, [account, after, limit]),
    byIds: (account, ids) => withOneOf(session, userTable, account, "id", ids),
    async byEmails(account, emails) {
      const keys = new Set(emails.map(emailKey));
      const ids = await idsByText(session, "users", "email_key", account, [...keys]);
      return withOneOf(session, userTable, account, "id", [...ids]);
    },
    async count(account) {
      const [row] = await session.query("SELECT count(*) AS users FROM users WHERE account_id = $1", [account]);
      return Number(row?.["users"]);
    },
    async hasOtherAdministrator(account, id) {
      const sql = `SELECT id FROM users WHERE account_id = $1 AND role = 'Administrator' AND active = TRUE AND id <> $2 LIMIT 1`;
      return (await session.query(sql, [account, id])).length > 0;
    },
    async nextId(account) {
      const id = (await lastId(session, account)) + 1;
      await lastUserIdTable.save(session, account, [{ id }]);
      return id as UserId;
    },
    async save(account, users) {
      await userTable.save(session, account, users.map(withKey));
      const last = await lastId(session, account);
      const id = users.reduce((greatest, user) => Math.max(greatest, user.id), last);
      if (id > last) await lastUserIdTable.save(session, account, [{ id }]);
    },
    async remove(account, id) {
      await session.run("DELETE FROM users WHERE account_id = $1 AND id = $2", [account, id]);
    },
  };
}

const withKey = (user: User) => ({ ...user, emailKey: emailKey(user.email) });

async function lastId(session: Session, account: AccountId): Promise<number> {
  const [last] = await lastUserIdTable.find(session, lastUserIdTable.own, [account]);
  return last?.id ?? 0;
}
