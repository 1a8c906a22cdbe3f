import type { UserId } from "../kernel/ids.js";
import type { UnitOfWork } from "../unit-of-work/unit-of-work.js";
import type { ImageStore } from "./image-store.js";
import type { User } from "./user.js";
import { isAdministrator, lastAdministrator } from "./user.js";
import type { UserStore } from "./user-store.js";

/** What taking users of a bundle out needs. */
export type RemoveUserStores = { readonly users: UserStore; readonly images: ImageStore };

/** Takes users out, with their images; an active Administrator has to be left where one goes (`last_administrator`). */
export async function removeUsers(
  ids: readonly UserId[],
  { stores: { users, images }, account }: Pick<UnitOfWork<RemoveUserStores>, "stores" | "account">,
  imageStore: ImageStore = images,
): Promise<readonly User[]> {
  const found = await users.byIds(account, ids);
  for (const { id } of found) {
    await users.remove(account, id);
    await imageStore.remove(account, id);
  }
  const isLeft = await users.hasOtherAdministrator(account, 0 as UserId);
  if (!isLeft && found.some(isAdministrator)) throw lastAdministrator();
  return found;
}
