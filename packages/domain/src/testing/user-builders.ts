import type { UserId } from "../foundation/kernel/ids.js";
import type { User } from "../subjects/users/user.js";

export const aUser = (overrides: Partial<User> = {}): User => ({
  id: 7 as UserId,
  name: "Ada Quill",
  email: "ada@example.com",
  role: "Office Staff",
  oid: null,
  phone: null,
  bio: null,
  active: true,
  ...overrides,
});
