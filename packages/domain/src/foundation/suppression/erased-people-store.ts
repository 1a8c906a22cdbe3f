import type { AccountId } from "../kernel/ids.js";

/** Keyed hash of one of an erased person's identifiers. `person` is the hash that all hashes of the person share. */
export type ErasedIdentifier = { readonly hash: string; readonly person: string };

/** Store of an account's suppression list. Contains only keyed hashes. */
export interface ErasedPeopleStore {
  /** Returns all distinct hashes in ascending order. */
  all(account: AccountId): Promise<string[]>;
  /** Adds hashes. Hashes that are already listed do not change. */
  add(account: AccountId, identifiers: readonly ErasedIdentifier[]): Promise<void>;
  /** Removes all hashes of every person who has one of the given hashes. Returns the number of removed entries. */
  lift(account: AccountId, hashes: readonly string[]): Promise<number>;
}
