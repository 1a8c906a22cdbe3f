import type { AccountId } from "../kernel/ids.js";

/** Keyed hash of an erased person's identifier, with the hash of the identifier that the erasure named. */
export type ErasedIdentifier = { readonly hash: string; readonly person: string };

/** Suppression list of an account. Contains only keyed hashes. */
export interface ErasedPeopleStore {
  /** Returns the distinct hashes in ascending order. */
  all(account: AccountId): Promise<string[]>;
  /** Adds hashes. Existing entries do not change. */
  add(account: AccountId, identifiers: readonly ErasedIdentifier[]): Promise<void>;
  /** Removes all hashes of each person with an entry in `hashes`. Returns the number of entries removed. */
  lift(account: AccountId, hashes: readonly string[]): Promise<number>;
}
