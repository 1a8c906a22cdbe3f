import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** Place of a part in the queue of a load: by step, then by position. */
export type PartPlace = { readonly step: number; readonly position: number };

/** Some staged lines of a bundle, or ids for a later step, as JSON. */
export type BundlePart = PartPlace & { readonly body: string };

/** Number of records by kind of line. */
type KindCounts = Readonly<Record<string, number>>;

/** A load that was decided: it is stored completely, even after a crash. */
export type StoredLoad = {
  /** Private name of its parts. */
  readonly staging: string;
  readonly isComplete: boolean;
  /** Whether an operator discarded the rest of its parts. The load counts as complete then. */
  readonly isDiscarded: boolean;
  /** Records that were new or different so far, by kind. */
  readonly changed: KindCounts;
  /** Records that were deleted so far, by kind. */
  readonly removed: KindCounts;
};

/** Loads of large bundles. An account has at most one that is decided and not complete. */
export interface LoadStore {
  /** The load that was decided last, complete or not. */
  last(account: AccountId): Promise<StoredLoad | undefined>;
  /** Replaces the last load. */
  save(account: AccountId, load: StoredLoad): Promise<void>;
  /** Adds parts, each at a place of its own. */
  stage(account: AccountId, staging: string, parts: readonly BundlePart[], now: Instant): Promise<void>;
  /** Place of the first part. */
  first(account: AccountId, staging: string): Promise<PartPlace | undefined>;
  /** The first part after a place, or the first of all. */
  next(account: AccountId, staging: string, after?: PartPlace): Promise<BundlePart | undefined>;
  /** Number of parts. */
  count(account: AccountId, staging: string): Promise<number>;
  /** Removes the part at a place. */
  remove(account: AccountId, staging: string, place: PartPlace): Promise<void>;
  /** Removes some of the parts. Returns how many; 0 once none is left. */
  discard(account: AccountId, staging: string): Promise<number>;
  /** Names of parts that were all added before a time and belong to no unfinished load: their process ended before the decision. */
  abandoned(account: AccountId, before: Instant): Promise<readonly string[]>;
}
