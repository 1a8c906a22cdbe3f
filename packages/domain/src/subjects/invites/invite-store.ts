import type { KeyedStore } from "../../foundation/feed/keyed-store.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Instant } from "../../foundation/kernel/instant.js";
import type { FoundInvite, InviteSearch } from "./invite-search.js";
import type { Invite } from "./invite.js";

export interface InviteStore extends KeyedStore<Invite> {
  /**
   * Returns the most recently sent invite for each search, in the order of the searches. If several were sent at the
   * same time, returns the invite with the highest id.
   */
  latest(account: AccountId, searches: readonly InviteSearch[]): Promise<readonly (FoundInvite | undefined)[]>;
  /** Returns up to `limit` waiting invites with a planned time at or before `until`, earliest first. */
  waiting(account: AccountId, page: { readonly until: Instant; readonly limit: number }): Promise<Invite[]>;
  /**
   * Recomputes the due time of the account's next waiting invite.
   * `InviteDirectory.due` returns the account from this time.
   * Call this method after waiting invites were published, because saving an invite can only move the due time earlier.
   */
  noteNextDue(account: AccountId): Promise<void>;
}

/** Finds accounts with waiting invites. */
export interface InviteDirectory {
  /** Returns the accounts that may have waiting invites with a planned time at or before `now`. */
  due(now: Instant): Promise<readonly AccountId[]>;
}
