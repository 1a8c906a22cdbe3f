import { byPrincipal } from "../audit/audit-record.js";
import type { AuditWriter } from "../audit/audit-store.js";
import type { Clock } from "../kernel/instant.js";
import type { Principal } from "../kernel/principal.js";
import type { Transactions } from "../kernel/storage.js";
import type { ImageStore } from "./image-store.js";
import type { InvitationStore } from "./invitation-store.js";
import { knownUser } from "./known-user.js";
import type { PasswordKeeper, PasswordStore } from "./password.js";
import { lastAdministrator, losesAdministrator } from "./user.js";
import type { UserStore } from "./user-store.js";

type DeletionStores = {
  readonly users: UserStore;
  readonly images: ImageStore;
  readonly invitations: Pick<InvitationStore, "remove">;
  readonly passwords: PasswordStore;
  readonly audit: AuditWriter;
};
type DeletionPorts = {
  readonly storage: Transactions<DeletionStores>;
  readonly clock: Clock;
  readonly imageStore?: ImageStore;
  readonly passwordKeeper?: PasswordKeeper;
};

/** Takes a user out with image, invitation and password; the address is free again then, and the last active Administrator stays (`last_administrator`). */
export function deleteUser({ storage, clock, imageStore, passwordKeeper }: DeletionPorts) {
  return (inPath: string, by: Principal): Promise<void> =>
    storage.transact(by.account, async ({ users, images, invitations, passwords, audit }) => {
      const { account } = by;
      const user = await knownUser({ users }, account, inPath);
      if (losesAdministrator(user) && !(await users.hasOtherAdministrator(account, user.id))) throw lastAdministrator();
      await users.remove(account, user.id);
      await (imageStore ?? images).remove(account, user.id);
      await invitations.remove(account, user.id);
      await (passwordKeeper ?? passwords).forget(account, user.id);
      const event = { at: clock(), action: "delete_user", subject: `user ${user.id}`, rows: 1 };
      await audit.append(account, [byPrincipal(by, event)]);
    });
}
