import type { Clock, Instant } from "@repute/domain";
import { stillClock } from "@repute/domain/memory";
import type { FetchKeySet, KeySetAnswer } from "../src/key-set.js";

/** Creates a response that publishes the given keys. */
export const answerWith = (jwks: readonly unknown[], more: Partial<KeySetAnswer> = {}): KeySetAnswer => ({
  body: Buffer.from(JSON.stringify({ keys: jwks })),
  cacheControl: undefined,
  age: undefined,
  ...more,
});

/** Creates a partner's host that publishes key sets, with a manual clock. */
export function partnerHost(first: readonly unknown[]) {
  const clock = stillClock();
  const requested: string[] = [];
  let answer: () => Promise<KeySetAnswer> = () => Promise.resolve(answerWith(first));
  const fetch: FetchKeySet = (url) => {
    requested.push(url);
    return answer();
  };
  return {
    clock: clock as Clock & { set(instant: number): void },
    fetch,
    /** URLs that were requested so far. */
    requested,
    publish(jwks: readonly unknown[], more: Partial<KeySetAnswer> = {}) {
      answer = () => Promise.resolve(answerWith(jwks, more));
    },
    answer(with_: () => Promise<KeySetAnswer>) {
      answer = with_;
    },
    fail(code = "ECONNREFUSED") {
      answer = () => Promise.reject(Object.assign(new Error("no"), { code }));
    },
    /** Advances the clock by a number of seconds. */
    pass(seconds: number) {
      clock.set((clock() + seconds * 1_000) as Instant);
    },
  };
}
