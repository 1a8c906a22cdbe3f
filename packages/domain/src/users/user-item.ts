import type { UserId } from "../kernel/ids.js";
import type { Role, User } from "./user.js";

/** A user as published. */
export type UserItem = {
  readonly active: boolean;
  readonly email: string;
  readonly id: UserId;
  readonly name: string;
  readonly oid?: string;
  readonly phone?: string;
  readonly bio?: string;
};

/** The same with the role, which the specified list does not tell. */
export type UserDetail = UserItem & { readonly role: Role };

/** What is unknown is left out. */
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
