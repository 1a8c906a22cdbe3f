import type { AccountId, CallId } from "../../foundation/kernel/ids.js";

/** Supported call trackers. The ids that call trackers use for calls are unique only within one call tracker. */
export const callTrackers = ["callrail", "twilio"] as const;
export type CallTracker = (typeof callTrackers)[number];

/** Id that a call tracker uses for a call (`name`), with Repute's id for the same call (`id`). */
export type CallName = { readonly name: string; readonly id: CallId };

/** Store that maps the ids that call trackers use for calls (names) to Repute's call ids. */
export interface CallIdStore {
  /** Returns the stored call ids of these names, in any order. Ignores unknown names. */
  byNames(account: AccountId, tracker: CallTracker, names: readonly string[]): Promise<CallName[]>;
  /** Stores new names with their call ids. None of the names and call ids may be stored already. */
  add(account: AccountId, tracker: CallTracker, names: readonly CallName[]): Promise<void>;
  /** Deletes the stored call tracker ids of these calls. */
  remove(account: AccountId, ids: readonly CallId[]): Promise<void>;
}
