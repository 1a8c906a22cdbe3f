import { conflict } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/times.js";

/** Sort key of a part in a load. Parts are stored by step, then by position. */
export type PartPlace = { readonly step: number; readonly position: number };

/** Part of a load. `body` is a JSON array of staged bundle lines, or of ids for a later step. */
export type BundlePart = PartPlace & { readonly body: string };

type KindCounts = Readonly<Record<string, number>>;

/**
 * Load of a large bundle that the service has decided to store.
 * A decided load is stored completely, even after a crash.
 */
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

/** Store of large bundle loads. An account has at most one load that is accepted but not completely stored. */
export interface LoadStore {
  /** Returns the last load that the account accepted. It may not be stored completely yet. */
  last(account: AccountId): Promise<StoredLoad | undefined>;
  /** Saves a load as the account's last accepted load. */
  save(account: AccountId, load: StoredLoad): Promise<void>;
  /** Adds parts to the queue. No two parts may have the same step and position. */
  stage(account: AccountId, staging: string, parts: readonly BundlePart[], now: Instant): Promise<void>;
  /** Returns the position of the first remaining part. */
  first(account: AccountId, staging: string): Promise<PartPlace | undefined>;
  /** Returns the first part after a position, or the first part if the position is omitted. */
  next(account: AccountId, staging: string, after?: PartPlace): Promise<BundlePart | undefined>;
  /** Returns the number of remaining parts. */
  count(account: AccountId, staging: string): Promise<number>;
  /** Removes the part at a position. */
  remove(account: AccountId, staging: string, place: PartPlace): Promise<void>;
  /** Removes some parts of a load and returns their number. Returns 0 when no parts remain. */
  discard(account: AccountId, staging: string): Promise<number>;
  /**
   * Returns the names of abandoned loads, whose process ended before the decision to store them.
   *
   * A load is abandoned if all its parts were added before a time and it is not an unfinished decided load.
   */
  abandoned(account: AccountId, before: Instant): Promise<readonly string[]>;
}

/** Store that returns an account's last bundle load. */
export type LastLoad = { readonly loads: Pick<LoadStore, "last"> };

/** Error of a use case that cannot run while a bundle is being stored. */
export const bundleRunning = () =>
  conflict("import_running", "a bundle is being loaded; try again when it has finished");

/** True if the account's last accepted bundle load is not completely stored yet. */
export const isLoading = async ({ loads }: LastLoad, account: AccountId): Promise<boolean> =>
  (await loads.last(account))?.isComplete === false;
