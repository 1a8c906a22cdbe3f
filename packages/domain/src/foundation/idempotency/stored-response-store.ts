import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** Stored response. The idempotency key and the request are stored only as hashes. */
export type StoredResponse = {
  /** SHA-256 hash of the idempotency key. */
  readonly key: string;
  /** SHA-256 hash of the request. */
  readonly request: string;
  /** Response in JSON. */
  readonly response: string;
  readonly at: Instant;
};

/** Store of the responses to requests with an idempotency key. */
export interface StoredResponseStore {
  /** Returns the account's stored response for an idempotency key. */
  byKey(account: AccountId, key: string): Promise<StoredResponse | undefined>;
  /** Inserts or replaces a response by idempotency key. */
  save(account: AccountId, response: StoredResponse): Promise<void>;
  /**
   * Returns a page of responses, sorted by key.
   * `after` is the last key of the previous page, or empty for the first page.
   */
  page(account: AccountId, after: string, limit: number): Promise<StoredResponse[]>;
  /** Deletes the responses for these idempotency keys. */
  remove(account: AccountId, keys: readonly string[]): Promise<void>;
  /** Deletes the account's responses that were stored before `at`. */
  forget(account: AccountId, at: Instant): Promise<void>;
}
