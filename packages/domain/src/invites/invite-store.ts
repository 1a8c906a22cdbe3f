import type { RecordStore } from "../feed/record-store.js";
import type { AccountId } from "../kernel/ids.js";
import type { KeyedStore } from "../kernel/keyed-store.js";
import type { FoundInvite, InviteSearch } from "./invite-search.js";
import type { Invite } from "./invite.js";

/** The invites of an account. */
export interface InviteStore extends RecordStore<Invite>, KeyedStore<Invite> {
  /** For each search, in their order, the last invite that it finds, the one with the greatest id of several. */
  latest(account: AccountId, searches: readonly InviteSearch[]): Promise<readonly (FoundInvite | undefined)[]>;
  /** The greatest id, 0 when there is none. */
  greatest(account: AccountId): Promise<number>;
}
