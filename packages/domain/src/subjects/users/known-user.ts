import type { AccountId, UserId } from "../../foundation/kernel/ids.js";
import { idInPath } from "../../foundation/kernel/ids.js";
import type { User } from "./user.js";
import { userNotFound } from "./user.js";
import type { UserStore } from "./user-store.js";

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
