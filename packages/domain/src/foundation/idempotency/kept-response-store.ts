import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** Stored response. The idempotency key and the request are stored as hashes only. */
export type KeptResponse = {
  /** SHA-256 of the idempotency key. */
  readonly key: string;
  /** SHA-256 of the request. */
  readonly request: string;
  /** Response as JSON. */
  readonly response: string;
  readonly at: Instant;
};

/** Store of the responses to requests with an idempotency key. */
export interface KeptResponseStore {
  /** Returns the account's response for a key. */
  byKey(account: AccountId, key: string): Promise<KeptResponse | undefined>;
  /** Upserts a response by key. */
  save(account: AccountId, response: KeptResponse): Promise<void>;
  /** Returns a page of responses by key, ascending. `after` is empty for the first page. */
  page(account: AccountId, after: string, limit: number): Promise<KeptResponse[]>;
  /** Deletes the responses with these keys. */
  remove(account: AccountId, keys: readonly string[]): Promise<void>;
  /** Deletes the responses stored before `at`. */
  forget(account: AccountId, at: Instant): Promise<void>;
}
