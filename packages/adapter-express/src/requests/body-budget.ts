import type { AccountId } from "@repute/domain";
import { fixedProblem } from "../responses/problem.js";

/** Account to which the memory for a request body is charged. All unidentified callers share one. */
type BodyHolder = AccountId | "unidentified";

/** The part of the body budget that one request uses. */
export type BodyShare = {
  fits(bytes: number): boolean;
  /** Counts received bytes. Throws a 503 if the bytes exceed the budget. */
  take(bytes: number): void;
  release(): void;
};

export type BodyBudget = ReturnType<typeof bodyBudget>;

/** Default limit for the memory that a router uses for request bodies, in bytes. */
const defaultBytes = 22_020_096;

/**
 * Limits the memory for the request bodies of all requests.
 * A holder can use at most as many bytes as are free, so a single holder can use half of the memory.
 * The next holder can use half of the rest, so there is always room for another holder.
 */
export function bodyBudget(total = defaultBytes) {
  const bytesByHolder = new Map<BodyHolder, number>();
  let held = 0;

  return (holder: BodyHolder): BodyShare => {
    let own = 0;
    const fits = (bytes: number) => (bytesByHolder.get(holder) ?? 0) + bytes <= total - held;
    const add = (bytes: number) => {
      own += bytes;
      held += bytes;
      const left = (bytesByHolder.get(holder) ?? 0) + bytes;
      if (left > 0) bytesByHolder.set(holder, left);
      else bytesByHolder.delete(holder);
    };
    return {
      fits,
      take(bytes) {
        if (!fits(bytes)) throw bodiesBusy();
        add(bytes);
      },
      release: () => add(-own),
    };
  };
}

export const bodiesBusy = () => fixedProblem("bodies_busy", { "Retry-After": "5" });
