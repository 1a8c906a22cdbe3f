import type { RecordStore } from "../../foundation/feed/record-store.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { KeyedStore } from "../../foundation/kernel/keyed-store.js";
import type { FoundInvite, InviteSearch } from "./invite-search.js";
import type { Invite } from "./invite.js";

/** Stores the invites of an account. */
export interface InviteStore extends RecordStore<Invite>, KeyedStore<Invite> {
  /**
   * Returns the last sent invite for each search, in the order of the searches. If times are equal, the greatest id
   * wins.
   */
  latest(account: AccountId, searches: readonly InviteSearch[]): Promise<readonly (FoundInvite | undefined)[]>;
  /** Returns waiting invites that are planned at or before `until`, earliest first. */
  waiting(account: AccountId, page: { readonly until: Instant; readonly limit: number }): Promise<Invite[]>;
  /**
   * Updates the time at which `InviteDirectory.due` returns the account. Saving invites can only move this time
   * earlier.
   */
  noteNextDue(account: AccountId): Promise<void>;
  /** Returns the greatest id, or 0 if the account has no invites. */
  greatest(account: AccountId): Promise<number>;
}

/** Finds waiting invites of all accounts. */
export interface InviteDirectory {
  /** Returns accounts that may have waiting invites planned at or before `now`. */
  due(now: Instant): Promise<readonly AccountId[]>;
}
