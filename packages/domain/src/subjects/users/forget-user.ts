import type { AccountId, UserId } from "../../foundation/kernel/ids.js";
import type { ImageStore } from "./image-store.js";
import type { InvitationStore } from "./invitation-store.js";
import type { PasswordKeeper, PasswordStore } from "./password.js";
import type { UserStore } from "./user-store.js";

/** User data that a host may store outside of the database. */
export type UserPlaces = { readonly imageStore?: ImageStore; readonly passwordKeeper?: PasswordKeeper };

/** Stores for deleting a user. */
export type ForgettingStores = {
  readonly users: UserStore;
  readonly images: ImageStore;
  readonly invitations: Pick<InvitationStore, "remove">;
  readonly passwords: PasswordStore;
};

/** Deletes a user with image, invitation and password. */
export async function forgetUser(
  { users, images, invitations, passwords }: ForgettingStores,
  account: AccountId,
  id: UserId,
  { imageStore = images, passwordKeeper = passwords }: UserPlaces,
): Promise<void> {
  await users.remove(account, id);
  await imageStore.remove(account, id);
  await invitations.remove(account, id);
  await passwordKeeper.forget(account, id);
}
