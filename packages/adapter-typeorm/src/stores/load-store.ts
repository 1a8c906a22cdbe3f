import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type { LoadStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { loadPartTable, loadTable } from "../tables/loads.js";

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];

/** Maximum number of load parts that one statement deletes. */
const maxRemoved = 20;

/** Returns the store of large bundle loads, which compresses the parts of each load. */
export const loadStore = (session: Session): LoadStore => ({
  last: async (account) => (await loadTable.find(session, "account_id = $1", [account]))[0],
  save: (account, load) => loadTable.save(session, account, [load]),
  async stage(account, staging, parts, addedAt) {
    for (const { body, ...place } of parts) {
      const compressed = await deflate(body, { level: 1 });
      await loadPartTable.append(session, account, [{ ...place, staging, addedAt, body: compressed }]);
    }
  },
  async first(account, staging) {
    const [row] = await session.query(`SELECT step, position FROM load_parts WHERE ${first}`, [account, staging]);
    return row && { step: Number(row["step"]), position: Number(row["position"]) };
  },
  async next(account, staging, after = { step: -1, position: -1 }) {
    const [found] = await loadPartTable.find(session, following, [account, staging, after.step, after.position]);
    if (!found) return undefined;
    const { step, position, body } = found;
    return { step, position, body: (await inflate(body)).toString() };
  },
  async count(account, staging) {
    const [row] = await session.query(counting, [account, staging]);
    return Number(row?.["parts"]);
  },
  async remove(account, staging, { step, position }) {
    await session.run(removal, [account, staging, step, position]);
  },
  discard: (account, staging) => session.run(discarding, [account, staging]),
  async abandoned(account, before) {
    const rows = await session.query(undecided, [account, before]);
    return rows.map(({ staging }) => staging as string);
  },
});

const first = "account_id = $1 AND staging = $2 ORDER BY step, position LIMIT 1";

const following = "account_id = $1 AND staging = $2 AND (step, position) > ($3, $4) ORDER BY step, position LIMIT 1";

const counting = "SELECT count(*) AS parts FROM load_parts WHERE account_id = $1 AND staging = $2";

const removal = "DELETE FROM load_parts WHERE account_id = $1 AND staging = $2 AND step = $3 AND position = $4";

const discarding = `DELETE FROM load_parts WHERE account_id = $1 AND staging = $2 AND (step, position) IN
  (SELECT step, position FROM load_parts WHERE account_id = $1 AND staging = $2
    ORDER BY step, position LIMIT ${maxRemoved})`;

const undecided = `SELECT staging FROM load_parts WHERE account_id = $1
  AND staging NOT IN (SELECT staging FROM loads WHERE account_id = $1)
  GROUP BY staging HAVING max(added_at) < $2`;
