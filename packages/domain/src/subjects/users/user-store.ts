import type { AccountId, UserId } from "../../foundation/kernel/ids.js";
import type { IdPage } from "../../foundation/kernel/pages.js";
import type { User } from "./user.js";

export interface UserStore {
  /** Returns all users of the account, sorted by id. */
  all(account: AccountId): Promise<User[]>;
  /** Returns up to `limit` users with ids after `after`, sorted by id. */
  page(account: AccountId, page: IdPage): Promise<User[]>;
  /** Returns the account's users with these ids, in any order. Ignores unknown ids. */
  byIds(account: AccountId, ids: readonly UserId[]): Promise<User[]>;
  /** Returns the users with one of these email addresses, ignoring case, in any order. */
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
