// Destructure `Math` once, because these functions are called millions of times.
const { floor, imul } = Math;

/** Source of pseudorandom numbers that are reproducible for a seed. */
export type Random = {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns an integer from `min` to `max`, both inclusive. */
  whole(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Returns a random index of `weights`. The probability of an index is proportional to its weight. */
  weighted(weights: readonly number[]): number;
};

/** Creates a source of pseudorandom numbers for fictional data. Not suitable for secrets. */
export function seededRandom(seed: number): Random {
  const next = mulberry32(seed);
  const whole = (min: number, max: number) => min + floor(next() * (max - min + 1));
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick: <T>(choices: readonly T[]): T => choices[whole(0, choices.length - 1)] as T,
    weighted: (weights) => {
      let rest = next() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => (rest -= weight) < 0);
      return index < 0 ? weights.length - 1 : index;
    },
  };
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
