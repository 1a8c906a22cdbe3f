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
    phone: `(${random.pick(areaCodes)}) 555-01${String(random.whole(0, 99)).padStart(2, "0")}`,
    email: `${first}.${last}@example.com`.toLowerCase(),
    patientId: `MRN-${random.whole(10_000, 49_999)}`,
  };
}
