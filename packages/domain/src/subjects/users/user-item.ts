import type { UserId } from "../../foundation/kernel/ids.js";
import type { Role, User } from "./user.js";

export type UserItem = {
  readonly active: boolean;
  readonly email: string;
  readonly id: UserId;
  readonly name: string;
  readonly oid?: string;
  readonly phone?: string;
  readonly bio?: string;
};

/** Published user with the role. The list in the interface specification does not contain roles. */
export type UserDetail = UserItem & { readonly role: Role };

/** Item of the list of users. `role` is absent without `show_roles=true`. */
export type ListedUser = UserItem & Partial<Pick<UserDetail, "role">>;

/** Converts a user to the published format. Omits unknown values. */
export const userItem = ({ active, email, id, name, oid, phone, bio }: User): UserItem => ({
  active,
  email,
  id,
  name,
  ...(oid !== null && { oid }),
  ...(phone !== null && { phone }),
  ...(bio !== null && { bio }),
});

export const userDetail = (user: User): UserDetail => ({ ...userItem(user), role: user.role });
