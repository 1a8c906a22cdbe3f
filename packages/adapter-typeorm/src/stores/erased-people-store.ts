import type { ErasedIdentifier, ErasedPeopleStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { key, text } from "../tables/columns.js";
import { recordTable } from "../tables/table.js";

const erasedPeopleTable = recordTable<ErasedIdentifier>("erased_people", {
  hash: key(text("hash")),
  person: key(text("person")),
});

/** Returns the store of the suppression list. */
export const erasedPeopleStore = (session: Session): ErasedPeopleStore => ({
  async all(account) {
    const rows = await session.query("SELECT DISTINCT hash FROM erased_people WHERE account_id = $1 ORDER BY hash", [
      account,
    ]);
    return rows.map((row) => row["hash"] as string);
  },
  add: (account, identifiers) => erasedPeopleTable.save(session, account, identifiers),
  async lift(account, hashes) {
    let removed = 0;
    for (const hash of hashes) {
      const entries = await erasedPeopleTable.find(
        session,
        "account_id = $1 AND person IN (SELECT person FROM erased_people WHERE account_id = $1 AND hash = $2)",
        [account, hash],
      );
      await erasedPeopleTable.remove(session, account, entries);
      removed += entries.length;
    }
    return removed;
  },
});
