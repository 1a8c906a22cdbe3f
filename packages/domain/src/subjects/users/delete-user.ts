import { type CallerStores, stillAllowed } from "../../foundation/access/still-allowed.js";
import { byPrincipal } from "../../foundation/audit/audit-record.js";
import type { AuditWriter } from "../../foundation/audit/audit-store.js";
import type { Clock } from "../../foundation/kernel/instant.js";
import type { Principal } from "../../foundation/kernel/principal.js";
import type { Transactions } from "../../foundation/kernel/storage.js";
import { forgetUser, type ForgetUserStores, type UserPlaces } from "./forget-user.js";
import { knownUser } from "./known-user.js";
import { lastAdministrator, losesAdministrator } from "./user.js";

type DeletionPorts = UserPlaces & {
  readonly storage: Transactions<CallerStores & ForgetUserStores & { readonly audit: AuditWriter }>;
  readonly clock: Clock;
};

/**
 * Deletes a user with the image, invitation and password. The email address can be used again. Throws
 * `last_administrator` if the user is the last active Administrator.
 */
export function deleteUser({ storage, clock, ...places }: DeletionPorts) {
  return (inPath: string, by: Principal): Promise<void> =>
    storage.transact(by.account, async (stores, now) => {
      await stillAllowed(stores, by, now);
      const { users, audit } = stores;
      const { account } = by;
      const user = await knownUser({ users }, account, inPath);
      if (losesAdministrator(user) && !(await users.hasOtherAdministrator(account, user.id))) throw lastAdministrator();
      await forgetUser(stores, account, user.id, places);
      const event = { at: clock(), action: "delete_user", subject: `user ${user.id}`, rows: 1 };
      await audit.append(account, [byPrincipal(by, event)]);
    });
}
