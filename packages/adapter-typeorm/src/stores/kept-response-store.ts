import type { KeptResponseStore } from "@repute/domain";
import { keptResponseTable } from "../rows/kept-responses.js";
import type { Session } from "../session.js";

/** The responses that idempotent requests of the account of a unit of work got. */
export const typeormKeptResponseStore = (session: Session): KeptResponseStore => ({
  byKey: async (account, key) =>
    (await keptResponseTable.find(session, "account_id = $1 AND key = $2", [account, key]))[0],
  save: (account, response) => keptResponseTable.save(session, account, [response]),
  async forget(account, at) {
    await session.run("DELETE FROM kept_responses WHERE account_id = $1 AND at < $2", [account, at]);
  },
});
