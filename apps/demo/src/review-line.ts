import { type DemoLine, locationId, platformId, providerId } from "./catalog-lines.js";
import { comment } from "./comment.js";
import { people } from "./people.js";
import { type DemoPlatform, platforms } from "./platforms.js";
import type { Random } from "./random.js";
import { type Town, towns } from "./towns.js";
import type { Visit } from "./visit.js";

const platformShares = platforms.map(({ share }) => share);

// Probability of a comment for 1 to 5 stars. Dissatisfied patients comment more often.
const commented = [0.94, 0.9, 0.8, 0.7, 0.72];

/** Generates the bundle line of a review after a visit, with the invite that led to the review, if any. */
export function reviewLine(random: Random, id: number, visit: Visit, createTime: string, inviteId?: number): DemoLine {
  const { town, person } = visit;
  const where = towns[town] as Town;
  const platform = random.weighted(platformShares);
  const from = platforms[platform] as DemoPlatform;
  const stars = starsOf(random, from, where);
  const seen = { provider: spokenName(person), city: where.city };
  return {
    kind: "review",
    id,
    platform_id: platformId(platform),
    location_id: locationId(town),
    ...(person !== undefined && { provider_id: providerId(person) }),
    ...(from.rated !== "never" && { rating: ratingOf(random, from, stars) }),
    ...(random.chance(commented[stars - 1] ?? 1) && { comment: comment(random, stars, seen) }),
    ...(!random.chance(0.04) && { reviewer: reviewer(random, visit) }),
    create_time: createTime,
    ...(inviteId !== undefined && { invite_id: inviteId }),
    ...(random.chance(0.9) && { extras: { visit: random.chance(0.35) ? "new" : "return" } }),
  };
}

/** Returns the name that patients use for a provider: the last name of a doctor, or the first name of a hygienist. */
export function spokenName(person: number | undefined): string {
  const [name, role] = (person === undefined ? undefined : people[person]) ?? ["", "dentist"];
  const [first = "", ...last] = name.split(" ");
  if (name === "") return "the dentist";
  return role === "hygienist" ? first : `Dr. ${last.join(" ")}`;
}

function starsOf(random: Random, { stars }: DemoPlatform, { trouble }: Town): number {
  return 1 + random.weighted(stars.map((share, index) => (index < 3 ? share * trouble : share)));
}

const ratingOf = (random: Random, { rated }: DemoPlatform, stars: number): number =>
  rated === "halves" && stars < 5 && random.chance(0.4) ? stars + 0.5 : stars;

function reviewer(random: Random, { first, last }: Visit): string {
  return [`${first} ${last.charAt(0)}.`, `${first} ${last}`, first][random.weighted([70, 22, 8])] ?? first;
}
