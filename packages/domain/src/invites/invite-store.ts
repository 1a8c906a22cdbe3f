import type { RecordStore } from "../feed/record-store.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import type { KeyedStore } from "../kernel/keyed-store.js";
import type { FoundInvite, InviteSearch } from "./invite-search.js";
import type { Invite } from "./invite.js";

/** The invites of an account. */
export interface InviteStore extends RecordStore<Invite>, KeyedStore<Invite> {
  /** For each search, in their order, the last invite that it finds, the one with the greatest id of several. */
  latest(account: AccountId, searches: readonly InviteSearch[]): Promise<readonly (FoundInvite | undefined)[]>;
  /** Invites that wait for a planned time up to `until`, earliest first. */
  waiting(account: AccountId, page: { readonly until: Instant; readonly limit: number }): Promise<Invite[]>;
  /** Lets `InviteDirectory.due` know when the next waiting invite is due. Saving invites can only make that earlier. */
  noteNextDue(account: AccountId): Promise<void>;
  /** The greatest id, 0 when there is none. */
  greatest(account: AccountId): Promise<number>;
}

/** Waiting invites of all accounts. */
export interface InviteDirectory {
  /** Accounts that may have waiting invites planned at or before `now`. */
  due(now: Instant): Promise<readonly AccountId[]>;
}
