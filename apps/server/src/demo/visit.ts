import { firstNames, lastNames, people } from "./people.js";
import { places } from "./places.js";
import type { Random } from "./random.js";

/** Somebody at the practice: where, with whom, and how to reach them. */
export type Visit = {
  readonly place: number;
  readonly person: number | undefined;
  readonly first: string;
  readonly last: string;
  /** Of the numbers that are kept free for made-up people. */
  readonly phone: string;
  readonly email: string;
  readonly patientId: string;
};

const placeSizes = places.map(({ size }) => size);
const peopleAt = places.map((_, place) =>
  people.flatMap(([, , where], person) => (where.includes(place) ? [person] : [])),
);
const areaCodes = ["801", "385", "435", "208", "307", "702", "970", "480"] as const;

const elsewhere = "206 213 303 312 404 503 505 512 602 612 615 619 713 720 773 808 816 858 907 913 916 949".split(" ");

/** A visit of somebody who moved here and kept the old number: hardly anybody had it before. */
export const newcomer = (random: Random): Visit => ({ ...visit(random), phone: numberIn(random, elsewhere) });

/** A visit like most of them. */
export function visit(random: Random): Visit {
  const place = random.weighted(placeSizes);
  const person = random.chance(0.85) ? random.pick(peopleAt[place] ?? []) : undefined;
  const [first, last] = [random.pick(firstNames), random.pick(lastNames)];
  return {
    place,
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
