import type { AccountId, CallId } from "../../foundation/kernel/ids.js";

/** Supported call trackers. The ids that call trackers use for calls are unique only within one call tracker. */
export const callTrackers = ["callrail", "twilio"] as const;
export type CallTracker = (typeof callTrackers)[number];

/** A call tracker's own id for a call, with Repute's id for the same call. `name` is the call tracker. */
export type CallName = { readonly name: string; readonly id: CallId };

/** Store that maps call ids of call trackers (names) to the call ids of Repute. */
export interface CallIdStore {
  /** Returns the stored names among the given names, with their call ids, in any order. */
  byNames(account: AccountId, tracker: CallTracker, names: readonly string[]): Promise<CallName[]>;
  /** Stores new names with their call ids. Neither the names nor the ids may be in use. */
  add(account: AccountId, tracker: CallTracker, names: readonly CallName[]): Promise<void>;
  /** Deletes the stored names of these calls, for all call trackers. */
  remove(account: AccountId, ids: readonly CallId[]): Promise<void>;
}
