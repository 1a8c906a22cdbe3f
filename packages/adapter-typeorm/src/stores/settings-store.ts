import { notFound } from "@repute/domain";
import type { SettingsStore } from "@repute/domain";
import { settingsTable } from "../tables/accounts.js";
import type { Session } from "../engine/session.js";

export function settingsStore(session: Session): SettingsStore {
  return {
    async read(account) {
      const [settings] = await settingsTable.find(session, "account_id = $1", [account]);
      if (!settings) throw accountNotFound(account);
      return settings;
    },
    save: (account, settings) => settingsTable.save(session, account, [settings]),
  };
}

export const accountNotFound = (account: number) => notFound("account_not_found", `no account has the id ${account}`);
