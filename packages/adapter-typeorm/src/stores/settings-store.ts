import { accountNotFound, type SettingsStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { accountTable, settingsTable } from "../tables/accounts.js";

export function settingsStore(session: Session): SettingsStore {
  return {
    async read(account) {
      const [settings] = await settingsTable.find(session, "account_id = $1", [account]);
      if (!settings) throw accountNotFound(account);
      return settings;
    },
    async owner(account) {
      const [found] = await accountTable.find(session, "id = $1", [account]);
      if (!found) throw accountNotFound(account);
      return { key: found.key, name: found.name };
    },
    save: (account, settings) => settingsTable.save(session, account, [settings]),
  };
}
