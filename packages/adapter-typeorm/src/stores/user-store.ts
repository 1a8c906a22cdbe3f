import {
  type AccountId,
  emailKey,
  type ImageStore,
  type Instant,
  type InvitationDirectory,
  type InvitationOwner,
  type InvitationStore,
  type PasswordStore,
  type SubscriptionDirectory,
  type SubscriptionOwner,
  type SubscriptionStore,
  type User,
  type UserId,
  type UserStore,
} from "@repute/domain";
import type { RawRow, Session } from "../engine.js";
import {
  invitationLinkTable,
  invitationTable,
  lastUserIdTable,
  passwordTable,
  subscriptionTable,
  userImageTable,
  userTable,
} from "../tables/users.js";
import { idsByText, withOneOf } from "./record-store.js";

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

export const imageStore = (session: Session): ImageStore => ({
  save: (account, user, image) =>
    userImageTable.save(session, account, [{ user, image: Buffer.from(image).toString("base64") }]),
  async of(account, user) {
    const [found] = await userImageTable.find(session, "account_id = $1 AND user_id = $2", [account, user]);
    return found && Buffer.from(found.image, "base64");
  },
  async remove(account, user) {
    await session.run("DELETE FROM user_images WHERE account_id = $1 AND user_id = $2", [account, user]);
  },
});

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

export const invitationStore = (session: Session): InvitationStore => ({
  byUsers: (account, users) => withOneOf(session, invitationTable, account, "user_id", users),
  async save(account, invitations) {
    await invitationTable.save(session, account, invitations);
    for (const { user, dueAt } of invitations) {
      await (dueAt === null ? session.run(undue, [account, user]) : session.run(due, [account, user, dueAt]));
    }
  },
  async remove(account, user) {
    await session.run("DELETE FROM invitations WHERE account_id = $1 AND user_id = $2", [account, user]);
    await session.run(undue, [account, user]);
  },
  async countedSince(account, since, limit, address) {
    const rows =
      address === undefined
        ? await session.query(countedOfAccount, [account, since, limit])
        : await session.query(countedOfAddress, [account, since, limit, address]);
    return rows.map((row) => row["mailed_at"] as Instant);
  },
  async addLink(account, link) {
    await invitationLinkTable.insert(session, { ...link, account });
  },
  async forgetLinks(account, before) {
    await session.run("DELETE FROM invitation_links WHERE account_id = $1 AND until <= $2", [account, before]);
  },
});

const due = `INSERT INTO due_invitations (account_id, user_id, due_at) VALUES ($1, $2, $3)
  ON CONFLICT (account_id, user_id) DO UPDATE SET due_at = excluded.due_at`;

const undue = "DELETE FROM due_invitations WHERE account_id = $1 AND user_id = $2";

const countedOfAccount = `SELECT mailed_at FROM invitation_links
  WHERE account_id = $1 AND mailed_at > $2 ORDER BY mailed_at DESC LIMIT $3`;

const countedOfAddress = `SELECT mailed_at FROM invitation_links
  WHERE account_id = $1 AND mailed_at > $2 AND address = $4 ORDER BY mailed_at DESC LIMIT $3`;

const linkWithOwner = `SELECT l.hash, l.account_id, l.user_id, l.number, l.until, l.address, l.mailed_at, a.name AS practice
  FROM invitation_links l JOIN accounts a ON a.id = l.account_id WHERE l.hash = $1 AND NOT a.disabled`;

const firstDue = `SELECT d.account_id, d.user_id, a.name AS practice
  FROM due_invitations d JOIN accounts a ON a.id = d.account_id
  WHERE d.due_at <= $1 AND NOT a.disabled ORDER BY d.due_at, d.account_id, d.user_id LIMIT 1`;

/** Returns the store that finds an invitation in any account. `session` must see the latest commit. */
export const invitationDirectory = (session: Session): InvitationDirectory => ({
  async linkOf(hash) {
    const [row] = await session.query(linkWithOwner, [hash]);
    return row && { ...invitationLinkTable.fromRow(row), ...ownerOf(row) };
  },
  async due(now) {
    const [row] = await session.query(firstDue, [now]);
    return row && ownerOf(row);
  },
});

const ownerOf = (row: RawRow): InvitationOwner & SubscriptionOwner => ({
  account: row["account_id"] as AccountId,
  practice: row["practice"] as string,
  user: row["user_id"] as UserId,
});

export const subscriptionStore = (session: Session): SubscriptionStore => ({
  all: (account) => subscriptionTable.find(session, "account_id = $1 ORDER BY user_id", [account]),
  of: async (account, user) =>
    (await subscriptionTable.find(session, "account_id = $1 AND user_id = $2", [account, user]))[0],
  async save(account, subscription) {
    await subscriptionTable.save(session, account, [subscription]);
    await session.run(dueSubscription, [subscription.id, account, subscription.user, subscription.dueAt]);
  },
  async remove(account, user) {
    for (const table of ["due_subscriptions", "subscriptions"])
      await session.run(`DELETE FROM ${table} WHERE account_id = $1 AND user_id = $2`, [account, user]);
  },
});

const dueSubscription = `INSERT INTO due_subscriptions (id, account_id, user_id, due_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO UPDATE SET due_at = excluded.due_at`;

const subscriptionWithOwner = `SELECT d.account_id, d.user_id, a.name AS practice
  FROM due_subscriptions d JOIN accounts a ON a.id = d.account_id`;

/** Returns the store that finds a subscription in any account. `session` must see the latest commit. */
export const subscriptionDirectory = (session: Session): SubscriptionDirectory => ({
  async ownerOf(id) {
    const [row] = await session.query(`${subscriptionWithOwner} WHERE d.id = $1`, [id]);
    return row && ownerOf(row);
  },
  async due(now) {
    const first = `WHERE d.due_at <= $1 AND NOT a.disabled ORDER BY d.due_at, d.id LIMIT 1`;
    const [row] = await session.query(`${subscriptionWithOwner} ${first}`, [now]);
    return row && ownerOf(row);
  },
});
