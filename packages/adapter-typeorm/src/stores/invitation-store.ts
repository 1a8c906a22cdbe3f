import type { AccountId, Instant, InvitationDirectory, InvitationOwner, InvitationStore, UserId } from "@repute/domain";
import type { RawRow, Session } from "../engine/session.js";
import { invitationLinkTable, invitationTable } from "../tables/invitations.js";
import { withOneOf } from "./record-store.js";

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

const linked = `SELECT l.hash, l.account_id, l.user_id, l.number, l.until, l.address, l.mailed_at, a.name AS practice
  FROM invitation_links l JOIN accounts a ON a.id = l.account_id WHERE l.hash = $1 AND NOT a.disabled`;

const first = `SELECT d.account_id, d.user_id, a.name AS practice
  FROM due_invitations d JOIN accounts a ON a.id = d.account_id
  WHERE d.due_at <= $1 AND NOT a.disabled ORDER BY d.due_at, d.account_id, d.user_id LIMIT 1`;

/** Returns the store that finds an invitation in any account. `session` must see the latest commit. */
export const invitationDirectory = (session: Session): InvitationDirectory => ({
  async linkOf(hash) {
    const [row] = await session.query(linked, [hash]);
    return row && { ...invitationLinkTable.fromRow(row), ...ownerOf(row) };
  },
  async due(now) {
    const [row] = await session.query(first, [now]);
    return row && ownerOf(row);
  },
});

const ownerOf = (row: RawRow): InvitationOwner => ({
  account: row["account_id"] as AccountId,
  practice: row["practice"] as string,
  user: row["user_id"] as UserId,
});
