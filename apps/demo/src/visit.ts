import { firstNames, lastNames, people } from "./people.js";
import type { Random } from "./random.js";
import { towns } from "./towns.js";

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
