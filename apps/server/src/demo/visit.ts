import { firstNames, lastNames, people } from "./people.js";
import { towns } from "./towns.js";
import type { Random } from "./random.js";

/** Somebody at the practice: where, with whom, and how to reach them. */
export type Visit = {
  readonly town: number;
  readonly person: number | undefined;
  readonly first: string;
  readonly last: string;
  /** Of the numbers that are kept free for made-up people. */
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

/** A visit of somebody who moved here and kept the old number: hardly anybody had it before. */
export const newcomer = (random: Random): Visit => ({ ...visit(random), phone: numberIn(random, elsewhere) });

/** A visit like most of them. */
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
