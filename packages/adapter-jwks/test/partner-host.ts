import type { Clock, Instant } from "@repute/domain";
import { stillClock } from "@repute/domain/memory";
import type { FetchKeySet, KeySetAnswer } from "../src/keys/fetch-key-set.js";

/** A host's answer that publishes these keys. */
export const answerWith = (jwks: readonly unknown[], more: Partial<KeySetAnswer> = {}): KeySetAnswer => ({
  body: Buffer.from(JSON.stringify({ keys: jwks })),
  cacheControl: undefined,
  age: undefined,
  ...more,
});

/** A partner's host that publishes what it is told to, on a clock that is set by hand. */
export function partnerHost(first: readonly unknown[]) {
  const clock = stillClock();
  const asked: string[] = [];
  let answer: () => Promise<KeySetAnswer> = () => Promise.resolve(answerWith(first));
  const fetch: FetchKeySet = (url) => {
    asked.push(url);
    return answer();
  };
  return {
    clock: clock as Clock & { set(instant: number): void },
    fetch,
    /** The URLs that were asked for. */
    asked,
    publish(jwks: readonly unknown[], more: Partial<KeySetAnswer> = {}) {
      answer = () => Promise.resolve(answerWith(jwks, more));
    },
    answer(with_: () => Promise<KeySetAnswer>) {
      answer = with_;
    },
    fail(code = "ECONNREFUSED") {
      answer = () => Promise.reject(Object.assign(new Error("no"), { code }));
    },
    /** Lets seconds pass. */
    pass(seconds: number) {
      clock.set((clock() + seconds * 1_000) as Instant);
    },
  };
}
