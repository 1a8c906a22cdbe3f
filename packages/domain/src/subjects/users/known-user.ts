import { type AccountId, idInPath, type UserId } from "../../foundation/kernel/ids.js";
import type { UserStore } from "./user-store.js";
import { type User, userNotFound } from "./user.js";

/** Returns the user whose id is in a URL path. Throws `user_not_found`. */
export async function knownUser(
  { users }: { readonly users: Pick<UserStore, "byIds"> },
  account: AccountId,
  inPath: string,
): Promise<User> {
  const id = idInPath<UserId>(inPath);
  const [user] = id === undefined ? [] : await users.byIds(account, [id]);
  if (!user) throw userNotFound();
  return user;
}
