import type { AccountId, CallId } from "../kernel/ids.js";

/** Whose exports and webhooks tell of calls; each calls them by names of its own. */
export const callTrackers = ["callrail", "twilio"] as const;
export type CallTracker = (typeof callTrackers)[number];

/** The id that a call has here, by what its tracker calls it. */
export type CallName = { readonly name: string; readonly id: CallId };

/** Which ids calls have here that are known by other names where they come from. */
export interface CallIdStore {
  /** Those of a tracker's names that are known, in any order; never another account's. */
  byNames(account: AccountId, tracker: CallTracker, names: readonly string[]): Promise<CallName[]>;
  /** Remembers names that are not known yet, with ids that no name has. */
  add(account: AccountId, tracker: CallTracker, names: readonly CallName[]): Promise<void>;
  /** Forgets the names of these calls, whatever their trackers. */
  remove(account: AccountId, ids: readonly CallId[]): Promise<void>;
  /** The greatest id of any call, whether it has a name or was loaded by its id; 0 when there is none. */
  greatest(account: AccountId): Promise<number>;
}
