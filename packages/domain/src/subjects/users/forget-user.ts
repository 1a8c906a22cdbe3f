import type { AccountId, UserId } from "../../foundation/kernel/ids.js";
import type { ImageStore } from "./image-store.js";
import type { InvitationStore } from "./invitation-store.js";
import type { PasswordKeeper, PasswordStore } from "./password.js";
import type { UserStore } from "./user-store.js";

/** Stores for user data that a host application can keep outside the database. */
export type UserPlaces = { readonly imageStore?: ImageStore; readonly passwordKeeper?: PasswordKeeper };

export type ForgetUserStores = {
  readonly users: UserStore;
  readonly images: ImageStore;
  readonly invitations: Pick<InvitationStore, "remove">;
  readonly passwords: PasswordStore;
};

/** Deletes a user, including the user's image, invitation and password. Does not check any permissions. */
export async function forgetUser(
  { users, images, invitations, passwords }: ForgetUserStores,
  account: AccountId,
  id: UserId,
  { imageStore = images, passwordKeeper = passwords }: UserPlaces,
): Promise<void> {
  await users.remove(account, id);
  await imageStore.remove(account, id);
  await invitations.remove(account, id);
  await passwordKeeper.forget(account, id);
}
