import type { AccountId, CallId } from "../../foundation/kernel/ids.js";

/** Supported call trackers. A call tracker's call names are unique only within this tracker. */
export const callTrackers = ["callrail", "twilio"] as const;
export type CallTracker = (typeof callTrackers)[number];

/** Name of a call in the call tracker, with the id that Repute assigned to the call. */
export type CallName = { readonly name: string; readonly id: CallId };

/** Store for the ids that Repute assigned to the calls of call trackers. */
export interface CallIdStore {
  /** Returns the names that are already stored, with their ids, in any order. */
  byNames(account: AccountId, tracker: CallTracker, names: readonly string[]): Promise<CallName[]>;
  /** Stores new names. Neither the names nor their ids may be in use. */
  add(account: AccountId, tracker: CallTracker, names: readonly CallName[]): Promise<void>;
  /** Deletes the names of these calls in all call trackers. */
  remove(account: AccountId, ids: readonly CallId[]): Promise<void>;
  /**
   * Returns the highest id of all calls of the account, or 0 if the account has no calls. Includes calls from bundles,
   * which have no name in a call tracker.
   */
  greatest(account: AccountId): Promise<number>;
}
