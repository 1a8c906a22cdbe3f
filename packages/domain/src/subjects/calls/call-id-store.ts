import type { AccountId, CallId } from "../../foundation/kernel/ids.js";

/** Supported call trackers. Each has its own call names. */
export const callTrackers = ["callrail", "twilio"] as const;
export type CallTracker = (typeof callTrackers)[number];

/** Call id for a call tracker's name of the call. */
export type CallName = { readonly name: string; readonly id: CallId };

/** Store of the call ids assigned to call trackers' names. */
export interface CallIdStore {
  /** Returns the account's known names of a tracker, in any order. */
  byNames(account: AccountId, tracker: CallTracker, names: readonly string[]): Promise<CallName[]>;
  /** Adds unknown names with unused ids. */
  add(account: AccountId, tracker: CallTracker, names: readonly CallName[]): Promise<void>;
  /** Deletes the names of these calls, for all trackers. */
  remove(account: AccountId, ids: readonly CallId[]): Promise<void>;
  /** Returns the highest id of any call, named or loaded from a bundle, or 0 if there are none. */
  greatest(account: AccountId): Promise<number>;
}
