import { type CalendarDate, isoInstant, startOfDay, type TimeZone, toSecond } from "@repute/domain";
import { firstNames, lastNames, people, towns } from "./practice.js";

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

/** A visit to the practice: location, provider and contact details. */
export type Visit = {
  readonly town: number;
  readonly person: number | undefined;
  readonly first: string;
  readonly last: string;
  /** Phone number from the range that is reserved for fictional use. */
  readonly phone: string;
  readonly email: string;
  readonly patientId: string;
};

const townSizes = towns.map(({ size }) => size);
const peopleAt = towns.map((_, town) =>
  people.flatMap(([, , where], person) => (where.includes(town) ? [person] : [])),
);
const areaCodes = ["801", "385", "435", "208", "307", "702", "970", "480"] as const;

const elsewhere = "206 213 303 312 404 503 505 512 602 612 615 619 713 720 773 808 816 858 907 913 916 949".split(" ");

/** Generates a visit by a person from out of town, whose phone number rarely occurs in a second visit. */
export const newcomer = (random: Random): Visit => ({ ...visit(random), phone: numberIn(random, elsewhere) });

/** Generates a visit by a person with a local phone number. */
export function visit(random: Random): Visit {
  const town = random.weighted(townSizes);
  const person = random.chance(0.85) ? random.pick(peopleAt[town] ?? []) : undefined;
  const [first, last] = [random.pick(firstNames), random.pick(lastNames)];
  return {
    town,
    person,
    first,
    last,
    phone: numberIn(random, areaCodes),
    email: `${first}.${last}@example.com`.toLowerCase(),
    patientId: `MRN-${random.whole(10_000, 49_999)}`,
  };
}

const numberIn = (random: Random, codes: readonly string[]): string =>
  `(${random.pick(codes)}) 555-01${String(random.whole(0, 99)).padStart(2, "0")}`;

const hour = 3_600;
const dayMilliseconds = 86_400_000;
const days = 2 * 365;

// Share of reviews by day of the week, from Sunday to Saturday, relative to an average day.
const weekdayShare = [0.45, 1.15, 1.2, 1.15, 1.1, 0.9, 0.55];

// Parts of the day in local time, with the share of reviews in each part.
const dayParts = [
  { from: 7, to: 11, share: 20 },
  { from: 11, to: 16, share: 38 },
  { from: 16, to: 22, share: 42 },
] as const;

/**
 * Generates `count` times in the two years before `day`, oldest first.
 * Times are more frequent on working days, in the daytime and in recent months.
 */
export function* reviewTimes(random: Random, count: number, day: CalendarDate, zone: TimeZone): Generator<string> {
  const end = Date.parse(day);
  const dates = Array.from({ length: days }, (_, index) => new Date(end - (days - index) * dayMilliseconds));
  const weights = dates.map((date, index) => (weekdayShare[date.getUTCDay()] ?? 1) * (0.75 + index / (2 * days)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let weight = 0;
  let assigned = 0;
  for (const [index, date] of dates.entries()) {
    weight += weights[index] ?? 0;
    const due = Math.round((count * weight) / total);
    if (due > assigned) yield* timesOfDay(random, due - assigned, midnightOf(date, zone));
    assigned = due;
  }
}

/** Cache of midnights by date, because time zone conversion is slow and every kind of data uses the same dates. */
const midnights = new Map<string, number>();

function midnightOf(date: Date, zone: TimeZone): number {
  const day = date.toISOString().slice(0, 10) as CalendarDate;
  const key = `${zone} ${day}`;
  const midnight = midnights.get(key) ?? startOfDay(day, zone);
  midnights.set(key, midnight);
  return midnight;
}

function timesOfDay(random: Random, count: number, midnight: number): string[] {
  const seconds = Array.from({ length: count }, () => secondOfDay(random)).sort((a, b) => a - b);
  return seconds.map((second) => isoInstant(toSecond(midnight + second * 1_000)));
}

function secondOfDay(random: Random): number {
  const part = dayParts[random.weighted(dayParts.map(({ share }) => share))] ?? dayParts[0];
  return random.whole(part.from * hour, part.to * hour - 1);
}
