import {
  type AccountId,
  accountKeyTaken,
  type AccountStatus,
  type AccountStore,
  currentFingerprint,
  type Instant,
} from "@repute/domain";
import type { Session, Write } from "../engine/session.js";
import { accountTable, type Watermark, watermarkTable } from "../tables/accounts.js";
import { accountStatusColumns, accountStatusOf } from "./account-status.js";
import { putOnRecord } from "./audit-store.js";
import { nextId } from "./next-id.js";
import { settingsStore } from "./settings-store.js";

/** Initial watermark of an account that has not published anything. */
const beginning: Watermark = { at: 0 as Instant, revision: 1, sweptRevision: 0, fingerprint: currentFingerprint };

/** Returns the account store. Reads see the latest commit. Changes run through `write`. */
export function accountStore(session: Session, write: Write): AccountStore {
  const find = (where: string, ...values: string[]) => accountTable.find(session, where, values);
  return {
    add: (account, settings, record) =>
      write("directory", async (unit) => {
        const added = { ...account, id: (await nextId(unit, accountTable)) as AccountId };
        if (!(await accountTable.insert(unit, added))) throw accountKeyTaken(account.key);
        await unit.enter(added.id);
        await settingsStore(unit).save(added.id, settings);
        await watermarkTable.insert(unit, added.id, beginning);
        await putOnRecord(unit, added.id, [record]);
        return added;
      }),
    all: () => find("true ORDER BY key"),
    byKey: async (key) => (await find("key = $1", key))[0],
    status: (account) => statusOf(session, account),
    setDisabled: (account, disabled, record) =>
      write("directory", async (unit) => {
        const touched = await unit.run("UPDATE accounts SET disabled = $2 WHERE id = $1", [account, disabled]);
        if (touched > 0) await putOnRecord(unit, account, [record]);
      }),
  };
}

/** Returns the state of an account. Runs for every request of a user whom the host has authenticated. */
async function statusOf(session: Session, account: AccountId): Promise<AccountStatus | undefined> {
  const [row] = await session.query(
    `SELECT ${accountStatusColumns} FROM (SELECT id AS account_id FROM accounts WHERE id = $1) owner`,
    [account],
  );
  return row && accountStatusOf(row);
}
