import { conflict, notFound } from "../../foundation/kernel/domain-error.js";
import { isEmailAddress } from "../../foundation/kernel/email.js";
import type { UserId } from "../../foundation/kernel/ids.js";

/** Roles of users in the application, as defined in the interface specification. */
export const roles = ["Administrator", "Office Staff", "Location Admin", "Group Admin"] as const;
export type Role = (typeof roles)[number];

/** Roles that a new user can be invited with. `Group Admin` can only be assigned to existing users. */
export const invitedRoles = ["Administrator", "Office Staff", "Location Admin"] as const satisfies readonly Role[];

/** User of the application. `null` means that the value is unknown. */
export type User = {
  readonly id: UserId;
  readonly name: string;
  /** Email address as received. Unique within the account, ignoring case. */
  readonly email: string;
  readonly role: Role;
  /** Identifier of the user in the partner's system. */
  readonly oid: string | null;
  readonly phone: string | null;
  readonly bio: string | null;
  /** True if the user has set a password, or if a bundle marks the user as active. False for pending users. */
  readonly active: boolean;
};

/** Maximum number of users in an account. The limit applies when a user is created through the API. */
export const maxUsers = 10_000;

export const emailKey = (email: string): string => email.toLowerCase();

/** Removes surrounding spaces from an email address. Returns `null` if the address is invalid. */
export const parseUserEmail = (text: string): string | null => (isEmailAddress(text) ? text.trim() : null);

/** Returns true if a change or deletion removes an active Administrator. Omit `after` for a deletion. */
export const losesAdministrator = (before: User, after?: User): boolean =>
  isAdministrator(before) && !(after && isAdministrator(after));

export const isAdministrator = ({ active, role }: Pick<User, "active" | "role">): boolean =>
  active && role === "Administrator";

export const userNotFound = () => notFound("user_not_found", "the account has no such user");

export const emailTaken = () => conflict("email_taken", "email is already used by another user of this account");

export const userActive = () => conflict("user_active", "the user is already active and needs no invitation");

export const lastAdministrator = () =>
  conflict(
    "last_administrator",
    "the user is the account's last active Administrator; activate another Administrator first",
  );

export const tooManyUsers = () => conflict("too_many_users", `an account can have at most ${maxUsers} users`);
