/** Numbers that look random and are the same for the same seed every time. */
export type Random = {
  /** A whole number from 0 up to, not including, `count`. */
  below(count: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
};

/** A source of random numbers for made-up data; never for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    return mixed(state) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    chance: (probability) => next() < probability,
    pick: <T>(choices: readonly T[]): T => choices[below(choices.length)] as T,
  };
}

/** The numbers below `count` in an order that looks random. */
export function shuffled(count: number, seed: number): number[] {
  const random = seededRandom(seed);
  const numbers = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    [numbers[last], numbers[other]] = [numbers[other] as number, numbers[last] as number];
  }
  return numbers;
}

function mixed(state: number): number {
  let value = Math.imul(state ^ (state >>> 15), state | 1);
  value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
  return (value ^ (value >>> 14)) >>> 0;
}
