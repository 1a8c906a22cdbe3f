import type { AccountId } from "../kernel/ids.js";

/** Keyed hash of an identifier of an erased person, with the hash of the identifier by which the erasure was asked for. */
export type ErasedIdentifier = { readonly hash: string; readonly person: string };

/** The suppression list of an account. It holds keyed hashes only. */
export interface ErasedPeopleStore {
  /** Every hash on the list once, in ascending order. */
  all(account: AccountId): Promise<string[]>;
  /** Adds hashes. Entries that are on the list already stay as they are. */
  add(account: AccountId, identifiers: readonly ErasedIdentifier[]): Promise<void>;
  /** Removes all hashes of each person whose list contains one of `hashes`. Returns how many entries were removed. */
  lift(account: AccountId, hashes: readonly string[]): Promise<number>;
}
