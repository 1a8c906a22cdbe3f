import { setTimeout as pause } from "node:timers/promises";

/** What is asked for, over and over; a failure is thrown. */
export type Ask = (index: number) => Promise<void>;

/** Asks `rate` times a second for `seconds`, whether or not what was asked before is answered; returns the milliseconds of each. */
export async function askSteadily(ask: Ask, { rate, seconds }: { readonly rate: number; readonly seconds: number }) {
  const start = performance.now();
  const count = Math.round(rate * seconds);
  const asked: Promise<number>[] = [];
  for (let index = 0; index < count; index += 1) {
    const due = start + (index * 1_000) / rate;
    if (due > performance.now()) await pause(due - performance.now());
    asked.push(timed(() => ask(index), due));
    // A failure is looked at with all others at the end.
    asked.at(-1)?.catch(() => {});
  }
  return Promise.all(asked);
}

/** From when it was due, so that a client that comes late hides nothing. */
async function timed(work: () => Promise<void>, due: number): Promise<number> {
  await work();
  return performance.now() - due;
}

/** The 99th percentile. */
export function p99(milliseconds: readonly number[]): number {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN;
}
