import { type CallerStores, stillAllowed } from "../access/authenticate.js";
import { type AuditWriter, byPrincipal, type Principal } from "../accounts/audit-trail.js";
import { conflict, invalid, unprocessable } from "../kernel/domain-error.js";
import type { Secrets } from "../kernel/encodings.js";
import type { AccountId } from "../kernel/ids.js";
import type { Transactions } from "../kernel/storage.js";
import { type Clock, day, type Instant, plus } from "../kernel/times.js";

/** Time for which responses are retained. */
export const responseRetention = day;

const maxKeyLength = 255;

export type WriteOptions = { readonly by: Principal; readonly idempotencyKey?: string | undefined };

type WriteRequest<T> = {
  readonly by: Principal;
  /** Name of the operation in the audit trail. */
  readonly operation: string;
  readonly body: unknown;
  /** Number of records in the request. */
  readonly rows: number;
  readonly key: string | undefined;
  /** Returns the subject of the audit record. Without this function, the record has no subject. */
  readonly subjectOf?: (result: T) => string;
};

export type OnceStores = CallerStores & { readonly storedResponses: StoredResponseStore; readonly audit: AuditWriter };

/** Ports for idempotent writes. `Stores` includes any additional stores that the write needs. */
export type OncePorts<Stores extends OnceStores> = {
  readonly storage: Transactions<Stores>;
  readonly secrets: Secrets;
  readonly clock: Clock;
};

type Work<Stores, T> = (stores: Stores, now: Instant) => Promise<T>;

/**
 * Runs each request in one audited unit of work, but a repeated idempotency key does not run the work again.
 *
 * Within 24 hours, a repeated request returns the stored JSON response.
 * A different request with the same key is `unprocessable`.
 * While a request is running, a second request with its key is a `conflict` in the same process.
 * In another process, the second request waits for the first.
 */
export function doOnce<Stores extends OnceStores>({ storage, secrets, clock }: OncePorts<Stores>) {
  const running = new Set<string>();

  const perform =
    <T>(request: WriteRequest<T>, outcome: string, work: Work<Stores, T>): Work<Stores, T> =>
    async (stores, now) => {
      const { by, operation: action, rows, subjectOf } = request;
      // Send the statements of the check and of the work together. If the check fails, nothing of the unit is stored.
      const [allowed, worked] = await Promise.allSettled([stillAllowed(stores, by, now), work(stores, now)]);
      if (allowed.status === "rejected") throw allowed.reason;
      if (worked.status === "rejected") throw worked.reason;
      const result = worked.value;
      const subject = subjectOf?.(result) ?? null;
      await stores.audit.append(by.account, [byPrincipal(by, { at: clock(), action, subject, rows, outcome })]);
      return result;
    };

  function keyed<T>(request: WriteRequest<T>, key: string, work: Work<Stores, T>): Work<Stores, T> {
    const { account } = request.by;
    const requested = secrets.sha256(JSON.stringify([request.operation, request.body]));
    return async (stores, now) => {
      const oldest = plus(now, -responseRetention);
      const [found] = await Promise.all([
        stores.storedResponses.byKey(account, key),
        stores.storedResponses.forget(account, oldest),
      ]);
      const known = found && found.at >= oldest ? found : undefined;
      if (known && known.request !== requested) throw reused();
      if (known) return perform(request, "repeated", async () => JSON.parse(known.response) as T)(stores, now);
      const result = await perform(request, "ok", work)(stores, now);
      await stores.storedResponses.save(account, {
        key,
        request: requested,
        response: JSON.stringify(result),
        at: now,
      });
      return result;
    };
  }

  return async <T>(request: WriteRequest<T>, work: Work<Stores, T>): Promise<T> => {
    const { account } = request.by;
    if (request.key === undefined) return storage.transact(account, perform(request, "ok", work));
    const key = secrets.sha256(checkedKey(request.key));
    const name = `${account}/${key}`;
    if (running.has(name))
      throw conflict("still_running", "a request with this Idempotency-Key is still in progress; retry in a moment");
    running.add(name);
    try {
      return await storage.transact(account, keyed(request, key, work));
    } finally {
      running.delete(name);
    }
  };
}

function checkedKey(key: string): string {
  if (key.length > 0 && key.length <= maxKeyLength) return key;
  throw invalid("invalid_idempotency_key", `Idempotency-Key must have 1 to ${maxKeyLength} characters`);
}

const reused = () =>
  unprocessable("idempotency_key_reused", "Idempotency-Key was already used for a different request");

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
