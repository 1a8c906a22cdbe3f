import { setImmediate } from "node:timers/promises";
import type { StoredResponseStore } from "@repute/domain";
import type { Session } from "../engine/session.js";
import { storedResponseTable } from "../tables/stored-responses.js";
import { removeTexts } from "./record-store.js";

/** Returns the store of responses to idempotent requests. */
export const storedResponseStore = (session: Session): StoredResponseStore => ({
  byKey: async (account, key) =>
    (await storedResponseTable.find(session, "account_id = $1 AND key = $2", [account, key]))[0],
  save: (account, response) => storedResponseTable.save(session, account, [response]),
  async page(account, after, limit) {
    const page = await storedResponseTable.find(session, "account_id = $1 AND key > $2 ORDER BY key LIMIT $3", [
      ...[account, after, limit],
    ]);
    await setImmediate();
    return page;
  },
  remove: (account, keys) => removeTexts(session, "kept_responses", "key", account, keys),
  async forget(account, at) {
    await session.run("DELETE FROM kept_responses WHERE account_id = $1 AND at < $2", [account, at]);
  },
});
