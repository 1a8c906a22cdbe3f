import { type DemoLine, locationId, platformId, providerId } from "./catalog-lines.js";
import { platforms } from "./platforms.js";
import { messages } from "./questions.js";
import type { Random } from "./random.js";
import type { Visit } from "./visit.js";

/** Indexes of platforms with public review pages. Invites send patients to these pages. */
const open = platforms.flatMap(({ private: isPrivate, questions }, index) => (isPrivate || questions ? [] : [index]));
const insurers = ["Deltadent", "Summit Dental Plan", "Beehive Mutual", "none"] as const;

/** Generates the bundle line of the invite that follows a visit. */
export function inviteLine(random: Random, id: number, visit: Visit, sentAt: string): DemoLine {
  const { town, person, first, last } = visit;
  const type = random.chance(0.7) ? "sms" : "email";
  return {
    kind: "invite",
    id,
    type,
    sent_to: type === "sms" ? visit.phone : visit.email,
    sent_at: sentAt,
    sent_by: random.chance(0.3) ? "Front desk" : "",
    customer_name: `${first} ${last}`,
    location_id: locationId(town),
    ...(person !== undefined && { provider_id: providerId(person) }),
    message_id: random.whole(1, messages.length),
    ...reaction(random, sentAt),
    extras: { visit: random.chance(0.35) ? "new" : "return", insurance: random.pick(insurers) },
  };
}

/**
 * Generates the patient's reaction to an invite.
 * Two in three patients open the invite, and one in three clicks the link to a platform.
 */
function reaction(random: Random, sentAt: string): DemoLine {
  const platform = random.pick(open);
  const unopened = { platform_id: platformId(platform), proceeded_to_review: false };
  if (!random.chance(0.62)) return unopened;
  const opened = later(sentAt, random.whole(1, 240));
  if (!random.chance(0.5)) return { ...unopened, opened };
  const clicked = [{ created_at: later(opened, random.whole(1, 30)), name: platforms[platform]?.name ?? "" }];
  return { ...unopened, opened, clicked, proceeded_to_review: random.chance(0.6) };
}

/** Returns the time `minutes` minutes after a timestamp. */
function later(time: string, minutes: number): string {
  return new Date(Date.parse(time) + minutes * 60_000).toISOString();
}
