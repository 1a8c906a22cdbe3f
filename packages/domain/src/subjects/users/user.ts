import { asciiDomain, isEmailAddress } from "../../foundation/kernel/contact-details.js";
import { conflict, notFound } from "../../foundation/kernel/domain-error.js";
import { type AccountId, idInPath, type UserId } from "../../foundation/kernel/ids.js";
import type { IdPage } from "../../foundation/kernel/storage.js";

/** Roles of users in the application, as defined in the interface specification. */
export const roles = ["Administrator", "Office Staff", "Location Admin", "Group Admin"] as const;

export type Role = (typeof roles)[number];

/** Roles that a new user can be invited with. `Group Admin` can only be assigned to existing users. */
export const invitedRoles = ["Administrator", "Office Staff", "Location Admin"] as const satisfies readonly Role[];

/** User of the application. `null` means that the value is unknown. */
export type User = {
  readonly id: UserId;
  readonly name: string;
  /** Email address as received. Unique within the account by `emailKey`. */
  readonly email: string;
  readonly role: Role;
  /** Identifier of the user in the partner's system. */
  readonly oid: string | null;
  readonly phone: string | null;
  readonly bio: string | null;
  /** True if the user has set a password, or if a bundle marks the user as active. False for pending users. */
  readonly active: boolean;
};

export interface UserStore {
  /** Returns all users of the account, sorted by id. */
  all(account: AccountId): Promise<User[]>;
  /** Returns up to `limit` users with ids after `after`, sorted by id. */
  page(account: AccountId, page: IdPage): Promise<User[]>;
  /** Returns the account's users with these ids, in any order. Ignores unknown ids. */
  byIds(account: AccountId, ids: readonly UserId[]): Promise<User[]>;
  /** Returns the users with one of these email addresses, in any spelling of `emailKey`, in any order. */
  byEmails(account: AccountId, emails: readonly string[]): Promise<User[]>;
  count(account: AccountId): Promise<number>;
  /** Returns true if the account has an active Administrator other than this user. */
  hasOtherAdministrator(account: AccountId, id: UserId): Promise<boolean>;
  /** Reserves a user id that was never used in the account. */
  nextId(account: AccountId): Promise<UserId>;
  /** Inserts or replaces users by id. After that, `nextId` never returns these ids. */
  save(account: AccountId, users: readonly User[]): Promise<void>;
  remove(account: AccountId, id: UserId): Promise<void>;
}

/** Maximum number of users in an account. The limit applies when a user is created through the API. */
export const maxUsers = 10_000;

/** Returns the same text for all spellings of an address: ignores case, Unicode normalization and Punycode. */
export function emailKey(email: string): string {
  const address = email.normalize("NFC").toLowerCase();
  const domain = address.lastIndexOf("@") + 1;
  return address.slice(0, domain) + asciiDomain(address.slice(domain));
}

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
