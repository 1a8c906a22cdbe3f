import { conflict, invalid, unprocessable } from "../kernel/domain-error.js";
import type { AccountId } from "../kernel/ids.js";
import type { Instant } from "../kernel/instant.js";
import { day, plus } from "../kernel/instant.js";
import type { Ports, Stores } from "../ports.js";

/** For how long the same key gets the same answer. */
const kept = day;

const longestKey = 255;

/** What a request asks for, and the key by which its client will know it again. */
export type KeyedRequest = { readonly key: string | undefined; readonly operation: string; readonly body: unknown };

/**
 * Does what requests ask for in one unit of work each; the same request with the same key once in 24 hours, and answers
 * with JSON what it answered then. Another request with the key is `unprocessable`; while the first one runs in this
 * process, both are a `conflict`. In other processes they wait for it.
 */
export function doOnce({ storage, secrets }: Pick<Ports, "storage" | "secrets">) {
  const running = new Set<string>();

  return async <T>(
    account: AccountId,
    request: KeyedRequest,
    work: (stores: Stores, now: Instant) => Promise<T>,
  ): Promise<T> => {
    if (request.key === undefined) return storage.transact(account, work);
    const key = secrets.sha256(checkedKey(request.key));
    const asked = secrets.sha256(JSON.stringify([request.operation, request.body]));
    const name = `${account}/${key}`;
    if (running.has(name)) throw conflict("still_running", "a request with this Idempotency-Key is still running");
    running.add(name);
    try {
      return await storage.transact(account, async (stores, now) => {
        await stores.answers.forget(account, plus(now, -kept));
        const known = await stores.answers.byKey(account, key);
        if (known) return answerOf<T>(known, asked);
        const answer = await work(stores, now);
        await stores.answers.save(account, { key, request: asked, answer: JSON.stringify(answer), at: now });
        return answer;
      });
    } finally {
      running.delete(name);
    }
  };
}

function checkedKey(key: string): string {
  if (key.length > 0 && key.length <= longestKey) return key;
  throw invalid("invalid_idempotency_key", `Idempotency-Key: expected a text of at most ${longestKey} characters`);
}

function answerOf<T>({ request, answer }: { readonly request: string; readonly answer: string }, asked: string): T {
  if (request === asked) return JSON.parse(answer) as T;
  throw unprocessable("idempotency_key_reused", "this Idempotency-Key was sent with another request before");
}
