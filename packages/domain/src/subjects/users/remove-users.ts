import type { UserId } from "../../foundation/kernel/ids.js";
import type { UnitOfWork } from "../../foundation/unit-of-work/unit-of-work.js";
import { forgetUser, type ForgetUserStores, type UserPlaces } from "./forget-user.js";
import { isAdministrator, lastAdministrator, type User } from "./user.js";

/**
 * Deletes users for a bundle load. Throws `last_administrator` if the account would have no active Administrator left.
 */
export async function removeUsers(
  ids: readonly UserId[],
  { stores, account }: Pick<UnitOfWork<ForgetUserStores>, "stores" | "account">,
  places: UserPlaces,
): Promise<readonly User[]> {
  const found = await stores.users.byIds(account, ids);
  for (const { id } of found) await forgetUser(stores, account, id, places);
  const isLeft = await stores.users.hasOtherAdministrator(account, 0 as UserId);
  if (!isLeft && found.some(isAdministrator)) throw lastAdministrator();
  return found;
}
