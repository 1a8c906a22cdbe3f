import type { AccountId } from "../kernel/ids.js";
import type { Reads } from "../kernel/storage.js";
import { knownUser } from "./known-user.js";
import type { UserDetail, UserItem } from "./user-item.js";
import { userDetail, userItem } from "./user-item.js";
import type { UserStore } from "./user-store.js";

type ReadingPorts = { readonly storage: Reads<{ readonly users: Pick<UserStore, "all" | "byIds"> }> };

/** The query of the list of users, as text. */
export type UserQuery = { readonly show_roles?: "true" | "false" };

/** The users of an account, by id; with their roles where that is asked for. */
export function listUsers({ storage }: ReadingPorts) {
  return async (account: AccountId, query: UserQuery = {}): Promise<readonly (UserItem | UserDetail)[]> => {
    const users = await storage.read(account, (stores) => stores.users.all(account));
    return users.map(query.show_roles === "true" ? userDetail : userItem);
  };
}

/** One user, with the role; `user_not_found` where there is none. */
export function oneUser({ storage }: ReadingPorts) {
  return async (account: AccountId, inPath: string): Promise<UserDetail> =>
    userDetail(await storage.read(account, (stores) => knownUser(stores, account, inPath)));
}
