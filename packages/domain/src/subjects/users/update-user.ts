import { type CallerStores, stillAllowed } from "../../foundation/access/still-allowed.js";
import { byPrincipal } from "../../foundation/audit/audit-record.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import type { Clock } from "../../foundation/kernel/instant.js";
import type { Principal } from "../../foundation/kernel/principal.js";
import type { Transactions } from "../../foundation/kernel/storage.js";
import { knownUser } from "./known-user.js";
import { readUserChange } from "./read-user.js";
import { type UserDetail, userDetail } from "./user-item.js";
import type { UserStore } from "./user-store.js";
import { lastAdministrator, losesAdministrator } from "./user.js";

type ChangePorts = {
  readonly storage: Transactions<CallerStores & { readonly users: UserStore; readonly audit: AuditWriter }>;
  readonly clock: Clock;
};

/**
 * Updates the fields of a user that the request contains. Throws `invalid_user` with JSON pointers, or
 * `last_administrator` if the last active Administrator would lose this role.
 */
export function updateUser({ storage, clock }: ChangePorts) {
  return async (inPath: string, body: unknown, by: Principal): Promise<UserDetail> => {
    const { account } = by;
    const change = readUserChange(body);
    return storage.transact(account, async ({ callers, users, audit }, now) => {
      await stillAllowed({ callers }, by, now);
      const before = await knownUser({ users }, account, inPath);
      const after = { ...before, ...change };
      if (losesAdministrator(before, after) && !(await users.hasOtherAdministrator(account, before.id))) {
        throw lastAdministrator();
      }
      await users.save(account, [after]);
      const event = { at: clock(), action: "update_user", subject: `user ${before.id}`, rows: 1 };
      await audit.append(account, [byPrincipal(by, event)]);
      return userDetail(after);
    });
  };
}
