import { setImmediate } from "node:timers/promises";
import { type ErrorPage, type ImportErrorStore, importErrorTypes, importSides } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { importErrorTable } from "../tables/imports.js";
import { slices } from "../tables/slices.js";

export const importErrorStore = (session: Session): ImportErrorStore => ({
  save: (account, run, errors) =>
    importErrorTable.save(
      session,
      account,
      errors.map(({ side, row, item }) => ({
        run,
        id: item.id,
        side,
        row,
        json: JSON.stringify(item),
        type: item.error_type,
      })),
    ),
  async remove(account, run, ids) {
    const sql = `DELETE FROM import_errors WHERE account_id = $1 AND run_id = $2 AND ${session.dialect.oneOf("id", "integer", "$3")}`;
    for (const slice of slices(ids, () => 1)) {
      await session.run(sql, [account, run, session.dialect.list(slice)]);
      await setImmediate();
    }
  },
  async page(account, page) {
    await setImmediate();
    const values = [account, page.run, page.after, page.limit];
    return page.side === undefined && page.types === undefined
      ? importErrorTable.find(session, `${ofRun} ORDER BY id LIMIT $4`, values)
      : importErrorTable.find(session, ofTypes(page), values);
  },
});

const ofRun = "account_id = $1 AND run_id = $2 AND id > $3";

/**
 * Returns the SQL condition for the next error rows of some types.
 * Each type has its own index lookup, so that the search for a rare type does not scan the other types.
 */
function ofTypes({ side, types = importErrorTypes }: ErrorPage): string {
  const sides = importSides.filter((one) => (side ?? one) === one);
  const ids = sides.flatMap((one) =>
    types.map(
      (type) => `SELECT * FROM (SELECT id FROM import_errors WHERE ${ofRun} AND side = '${one}' AND type = '${type}'
        ORDER BY id LIMIT $4) AS near_${one}_${type}`,
    ),
  );
  return `account_id = $1 AND run_id = $2 AND id IN
    (SELECT id FROM (${ids.join(" UNION ALL ")}) AS next ORDER BY id LIMIT $4) ORDER BY id`;
}
