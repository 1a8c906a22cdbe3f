import type { AccountId, UserId } from "../kernel/ids.js";
import type { User } from "./user.js";

/** The users of an account. */
export interface UserStore {
  /** All of the account's, by id ascending. */
  all(account: AccountId): Promise<User[]>;
  /** Those that exist, in any order; never another account's. */
  byIds(account: AccountId, ids: readonly UserId[]): Promise<User[]>;
  /** Those with one of these addresses, whatever the case of their letters, in any order. */
  byEmails(account: AccountId, emails: readonly string[]): Promise<User[]>;
  count(account: AccountId): Promise<number>;
  /** Whether an active administrator is there besides this user. */
  hasOtherAdministrator(account: AccountId, id: UserId): Promise<boolean>;
  /** An id that no user of the account has or ever had. It is given once. */
  nextId(account: AccountId): Promise<UserId>;
  /** Inserts users, or replaces those with the same id; ids that are brought are never given afterwards. */
  save(account: AccountId, users: readonly User[]): Promise<void>;
  remove(account: AccountId, id: UserId): Promise<void>;
}
