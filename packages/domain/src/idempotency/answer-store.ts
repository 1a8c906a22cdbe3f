import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";

/** What a request was answered, by hashes alone of what its client called it and of what it said. */
export type GivenAnswer = {
  /** SHA-256 of the request's own key. */
  readonly key: string;
  /** SHA-256 of what the request asked for. */
  readonly request: string;
  /** The answer as JSON. */
  readonly answer: string;
  readonly at: Instant;
};

/** The answers that requests with keys of their own were given. */
export interface AnswerStore {
  /** The one that a request with this key was given; never another account's. */
  byKey(account: AccountId, key: string): Promise<GivenAnswer | undefined>;
  /** Keeps an answer, in the place of any other with the same key. */
  save(account: AccountId, answer: GivenAnswer): Promise<void>;
  /** Forgets those that were given before `at`. */
  forget(account: AccountId, at: Instant): Promise<void>;
}
