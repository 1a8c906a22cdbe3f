import type { StagedRowStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { stagedRowTable } from "../tables/imports.js";

const maxRemoved = 50;

/** Returns the store of checked import rows whose appointments are not stored yet. */
export const stagedRowStore = (session: Session): StagedRowStore => ({
  add: (account, staging, parts, now) =>
    stagedRowTable.append(
      session,
      account,
      parts.map((part) => ({ ...part, staging, addedAt: now })),
    ),
  async next(account, staging, after, max) {
    const rows = await stagedRowTable.find(session, following, [account, staging, after, max]);
    return rows.map(({ position, body }) => ({ position, body }));
  },
  async replace(account, staging, { position, body }) {
    const sql = "UPDATE staged_rows SET body = $4 WHERE account_id = $1 AND staging = $2 AND position = $3";
    await session.run(sql, [account, staging, position, body]);
  },
  remove: (account, staging, upTo) => session.run(removal, [account, staging, upTo]),
  async abandoned(account, before) {
    const rows = await session.query(undecided, [account, before]);
    return rows.map(({ staging }) => staging as string);
  },
});

const following = "account_id = $1 AND staging = $2 AND position > $3 ORDER BY position LIMIT $4";

const removal = `DELETE FROM staged_rows WHERE account_id = $1 AND staging = $2 AND position IN
  (SELECT position FROM staged_rows WHERE account_id = $1 AND staging = $2 AND position <= $3
    ORDER BY position LIMIT ${maxRemoved})`;

/** Finds abandoned staging ids. The age of a staging id is the age of its first row, which has position 0. */
const undecided = `SELECT staging FROM staged_rows WHERE account_id = $1 AND position = 0 AND added_at < $2
  AND staging NOT IN (SELECT staging FROM import_runs WHERE account_id = $1)`;
