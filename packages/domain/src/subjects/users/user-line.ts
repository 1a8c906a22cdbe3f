import type { UserId } from "../../foundation/kernel/ids.js";
import {
  defaulted,
  flag,
  label,
  oneOf,
  optional,
  orEmpty,
  ownId,
  parsed,
  text,
} from "../../foundation/kernel/line-fields.js";
import type { Shaped } from "../../foundation/kernel/line-shape.js";
import { invitedRoles, parseUserEmail, roles, type User } from "./user.js";

const email = parsed("an email address", parseUserEmail);

const optionalText = orEmpty(optional(label));

export const newUserFields = { role: oneOf(invitedRoles), name: label, email, oid: optionalText };

/**
 * Fields of the request body for a change to a user. Absent fields leave values unchanged. An empty `oid` deletes the
 * stored `oid`.
 */
export const userChangeFields = { name: label, role: oneOf(roles), oid: optionalText };

/** Fields of a `user` line in a bundle. */
export const userLine = {
  id: ownId<UserId>(),
  name: label,
  email,
  role: oneOf(roles),
  oid: optionalText,
  phone: optionalText,
  bio: orEmpty(optional(text)),
  active: defaulted(flag, true),
};

export type UserLine = Shaped<typeof userLine>;

export const userFromLine = (line: UserLine): User => line;
