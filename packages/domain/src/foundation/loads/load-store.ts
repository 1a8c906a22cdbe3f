import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** Position of a part in the queue of a load. Parts are sorted by step, then by position. */
export type PartPlace = { readonly step: number; readonly position: number };

/** Part of a load: staged bundle lines, or ids for a later step, as a JSON array. */
export type BundlePart = PartPlace & { readonly body: string };

type KindCounts = Readonly<Record<string, number>>;

/** Load of a large bundle after the decision to store it. A decided load is stored completely, even after a crash. */
export type StoredLoad = {
  /** Name that identifies the parts of the load. */
  readonly staging: string;
  readonly isComplete: boolean;
  /** True if an operator discarded the remaining parts. The load then counts as complete. */
  readonly isDiscarded: boolean;
  /** Number of records that were new or changed so far, by kind. */
  readonly changed: KindCounts;
  /** Number of records that were deleted so far, by kind. */
  readonly removed: KindCounts;
};

/** Store of the loads of large bundles. An account has at most one load that is decided but not complete. */
export interface LoadStore {
  /** Returns the account's last decided load, whether it is complete or not. */
  last(account: AccountId): Promise<StoredLoad | undefined>;
  /** Saves a load as the account's last decided load. */
  save(account: AccountId, load: StoredLoad): Promise<void>;
  /** Adds parts to the queue. No two parts may have the same position. */
  stage(account: AccountId, staging: string, parts: readonly BundlePart[], now: Instant): Promise<void>;
  /** Returns the position of the first remaining part. */
  first(account: AccountId, staging: string): Promise<PartPlace | undefined>;
  /** Returns the first part after a position, or the first part if the position is omitted. */
  next(account: AccountId, staging: string, after?: PartPlace): Promise<BundlePart | undefined>;
  /** Returns the number of remaining parts. */
  count(account: AccountId, staging: string): Promise<number>;
  /** Removes the part at a position. */
  remove(account: AccountId, staging: string, place: PartPlace): Promise<void>;
  /** Removes some of the parts. Returns the number of removed parts, which is 0 when no parts remain. */
  discard(account: AccountId, staging: string): Promise<number>;
  /**
   * Returns the names of abandoned loads. Their process ended before the decision to store them.
   *
   * All parts of an abandoned load were added before a time, and they do not belong to an unfinished load.
   */
  abandoned(account: AccountId, before: Instant): Promise<readonly string[]>;
}
