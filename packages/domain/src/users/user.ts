import { conflict, notFound } from "../kernel/domain-error.js";
import { isEmailAddress } from "../kernel/email.js";
import type { UserId } from "../kernel/ids.js";

/** What users may do in the application, as the specification names it. */
export const roles = ["Administrator", "Office Staff", "Location Admin", "Group Admin"] as const;
export type Role = (typeof roles)[number];

/** The roles that somebody may be invited with; `Group Admin` is given to those who are there. */
export const invitedRoles = ["Administrator", "Office Staff", "Location Admin"] as const satisfies readonly Role[];

/** Somebody who uses the application for an account; `null` is unknown. */
export type User = {
  readonly id: UserId;
  readonly name: string;
  /** As it was written; two users of an account never share one, whatever the case of its letters. */
  readonly email: string;
  readonly role: Role;
  /** Id in the partner's own system. */
  readonly oid: string | null;
  readonly phone: string | null;
  readonly bio: string | null;
  /** Whether they have set a password, or came with a bundle that says so; until then they are pending. */
  readonly active: boolean;
};

/** At most so many users are made for an account. */
export const mostUsers = 10_000;

/** By what an address is the same as another. */
export const emailKey = (email: string): string => email.toLowerCase();

/** An address as users are known by; `null` for what is none. */
export const parseUserEmail = (text: string): string | null => (isEmailAddress(text) ? text.trim() : null);

/** Whether the account is left without an active administrator when `before` becomes `after`, or goes. */
export const losesAdministrator = (before: User, after?: User): boolean =>
  isAdministrator(before) && !(after && isAdministrator(after));

/** Whether somebody is an active Administrator. */
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

export const tooManyUsers = () => conflict("too_many_users", `an account can have at most ${mostUsers} users`);
