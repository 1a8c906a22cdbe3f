import type { AccountId, CallId } from "../../foundation/kernel/ids.js";

/** Supported call trackers. The ids that call trackers use for calls are unique only within one call tracker. */
export const callTrackers = ["callrail", "twilio"] as const;
export type CallTracker = (typeof callTrackers)[number];

/** The two ids of a call. `name` is the id in the call tracker, and `id` is the id in Repute. */
export type CallName = { readonly name: string; readonly id: CallId };

/** Store that maps call ids of call trackers to Repute's call ids. The tracker's id is called `name` here. */
export interface CallIdStore {
  /** Returns the stored call ids of these names, in any order. Ignores unknown names. */
  byNames(account: AccountId, tracker: CallTracker, names: readonly string[]): Promise<CallName[]>;
  /** Stores new names with their call ids. None of the names and call ids may be stored already. */
  add(account: AccountId, tracker: CallTracker, names: readonly CallName[]): Promise<void>;
  /** Deletes the stored call tracker ids of these calls. */
  remove(account: AccountId, ids: readonly CallId[]): Promise<void>;
}
