// Looked up once: they are asked for a million times.
const { floor, imul } = Math;

/** Numbers that look random and are the same for the same seed every time. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both possible. */
  whole(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** An index of `weights`, each as likely as its weight says. */
  weighted(weights: readonly number[]): number;
};

/** A source of random numbers for made-up data; never for secrets. */
export function seededRandom(seed: number): Random {
  const next = mulberry32(seed);
  const whole = (least: number, most: number) => least + floor(next() * (most - least + 1));
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
