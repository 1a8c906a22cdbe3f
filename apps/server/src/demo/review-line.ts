import type { DemoLine } from "./catalog-lines.js";
import { locationId, platformId, providerId } from "./catalog-lines.js";
import { comment } from "./comment.js";
import { firstNames, lastNames, people } from "./people.js";
import type { Place } from "./places.js";
import { places } from "./places.js";
import type { DemoPlatform } from "./platforms.js";
import { platforms } from "./platforms.js";
import type { Random } from "./random.js";

const placeSizes = places.map(({ size }) => size);
const platformShares = platforms.map(({ share }) => share);
const peopleAt = places.map((_, place) =>
  people.flatMap(([, , where], person) => (where.includes(place) ? [person] : [])),
);

// How often a comment goes with 1 to 5 stars: who is unhappy says why.
const commented = [0.94, 0.9, 0.8, 0.7, 0.72];

/** One review of a visit to the practice. */
export function reviewLine(random: Random, id: number, createTime: string): DemoLine {
  const place = random.weighted(placeSizes);
  const where = places[place] as Place;
  const person = random.chance(0.85) ? random.pick(peopleAt[place] ?? []) : undefined;
  const platform = random.weighted(platformShares);
  const from = platforms[platform] as DemoPlatform;
  const stars = starsOf(random, from, where);
  const visit = { provider: spokenName(person), city: where.city };
  return {
    kind: "review",
    id,
    platform_id: platformId(platform),
    location_id: locationId(place),
    ...(person !== undefined && { provider_id: providerId(person) }),
    ...(from.rated !== "never" && { rating: ratingOf(random, from, stars) }),
    ...(random.chance(commented[stars - 1] ?? 1) && { comment: comment(random, stars, visit) }),
    ...(!random.chance(0.04) && { reviewer: reviewer(random) }),
    create_time: createTime,
    ...(random.chance(0.9) && { extras: { visit: random.chance(0.35) ? "new" : "return" } }),
  };
}

/** How patients speak of somebody: doctors by their last name, hygienists by their first. */
function spokenName(person: number | undefined): string {
  const [name, role] = (person === undefined ? undefined : people[person]) ?? ["", "dentist"];
  const [first = "", ...last] = name.split(" ");
  if (name === "") return "the dentist";
  return role === "hygienist" ? first : `Dr. ${last.join(" ")}`;
}

function starsOf(random: Random, { stars }: DemoPlatform, { trouble }: Place): number {
  return 1 + random.weighted(stars.map((share, index) => (index < 3 ? share * trouble : share)));
}

const ratingOf = (random: Random, { rated }: DemoPlatform, stars: number): number =>
  rated === "halves" && stars < 5 && random.chance(0.4) ? stars + 0.5 : stars;

function reviewer(random: Random): string {
  const first = random.pick(firstNames);
  const last = random.pick(lastNames);
  return [`${first} ${last.charAt(0)}.`, `${first} ${last}`, first][random.weighted([70, 22, 8])] ?? first;
}
