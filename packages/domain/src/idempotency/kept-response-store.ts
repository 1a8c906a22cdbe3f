import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** The response that a request got, by hashes alone of what its client called it and of what it said. */
export type KeptResponse = {
  /** SHA-256 of the request's own key. */
  readonly key: string;
  /** SHA-256 of what the request asked for. */
  readonly request: string;
  /** The response as JSON. */
  readonly response: string;
  readonly at: Instant;
};

/** The responses that requests with an idempotency key got. */
export interface KeptResponseStore {
  /** The one that a request with this key got; never another account's. */
  byKey(account: AccountId, key: string): Promise<KeptResponse | undefined>;
  /** Keeps a response instead of any other with the same key. */
  save(account: AccountId, response: KeptResponse): Promise<void>;
  /** By key ascending, at most `limit` of those after `after`; all are after the empty text. */
  page(account: AccountId, after: string, limit: number): Promise<KeptResponse[]>;
  /** Forgets those with these keys. */
  remove(account: AccountId, keys: readonly string[]): Promise<void>;
  /** Forgets those that were kept before `at`. */
  forget(account: AccountId, at: Instant): Promise<void>;
}
