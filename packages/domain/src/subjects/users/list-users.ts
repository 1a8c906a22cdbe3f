import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Reads } from "../../foundation/kernel/storage.js";
import { knownUser } from "./known-user.js";
import type { UserDetail, UserItem } from "./user-item.js";
import { userDetail, userItem } from "./user-item.js";
import type { UserStore } from "./user-store.js";

type ReadingPorts = { readonly storage: Reads<{ readonly users: Pick<UserStore, "all" | "byIds"> }> };

export type UserQuery = { readonly show_roles?: "true" | "false" };

/** Lists an account's users, sorted by id. Includes the roles if `show_roles` is `true`. */
export function listUsers({ storage }: ReadingPorts) {
  return async (account: AccountId, query: UserQuery = {}): Promise<readonly (UserItem | UserDetail)[]> => {
    const users = await storage.read(account, (stores) => stores.users.all(account));
    return users.map(query.show_roles === "true" ? userDetail : userItem);
  };
}

/** Returns one user, including the role. Throws `user_not_found`. */
export function oneUser({ storage }: ReadingPorts) {
  return async (account: AccountId, inPath: string): Promise<UserDetail> =>
    userDetail(await storage.read(account, (stores) => knownUser(stores, account, inPath)));
}
