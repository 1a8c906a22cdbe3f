import type { CalendarDate } from "@repute/domain";
import { appointmentLine, callLine, campaignLines, spendLines, submissionLine } from "./campaign-lines.js";
import { catalogLines, type DemoLine, metricLines, userLines } from "./catalog-lines.js";
import { inviteLine, npsSurveyLine, responseLine, reviewLine } from "./feedback-lines.js";
import { practice } from "./practice.js";
import { newcomer, type Random, reviewTimes, seededRandom, type Visit, visit } from "./random.js";

/** Number of records of each kind in the demo's account. */
type DemoCounts = {
  readonly reviews: number;
  readonly invites: number;
  readonly npsSurveys: number;
  readonly responses: number;
  readonly calls: number;
  readonly submissions: number;
};

/** Input for generating the demo's data. The same seed and day produce the same data. */
export type DemoPlan = DemoCounts & { readonly seed: number; readonly day: CalendarDate };

type Invited = { readonly id: number; readonly sentAt: string; readonly visit: Visit };

const firstId = 1_001;

/** Generates the bundle lines of a fictional practice, with data from the two years before the plan's day. */
export function* demoLines(plan: DemoPlan): Generator<DemoLine> {
  yield* catalogLines();
  yield* userLines();
  yield* campaignLines();
  yield* spendLines(seededRandom(plan.seed), plan.day);
  yield* metricLines(seededRandom(plan.seed), plan.day);
  const invited: Invited[] = [];
  for (const { random, id, at } of events(plan, "invites", 3)) {
    const seen = visit(random);
    invited.push({ id, sentAt: at, visit: seen });
    yield inviteLine(random, id, seen, at);
  }
  const invites = answeredBy(invited);
  for (const { random, id, at } of events(plan, "reviews", 1)) {
    const invite = random.chance(0.5) ? invites(at) : undefined;
    yield reviewLine(random, id, invite?.visit ?? visit(random), at, invite?.id);
  }
  for (const { random, id, at } of events(plan, "npsSurveys", 5)) yield npsSurveyLine(random, id, visit(random), at);
  for (const { random, id, at } of events(plan, "responses", 7)) yield responseLine(random, id, visit(random), at);
  yield* followed(plan, { kind: "calls", offset: 9, firstAppointment: 1_000_001 }, callLine);
  yield* followed(plan, { kind: "submissions", offset: 11, firstAppointment: 2_000_001 }, submissionLine);
}

type Touches = { readonly kind: "calls" | "submissions"; readonly offset: number; readonly firstAppointment: number };

/** Generates calls or submissions of prospects, with an appointment for two in three prospects. */
function* followed(
  plan: DemoPlan,
  { kind, offset, firstAppointment }: Touches,
  line: typeof callLine,
): Generator<DemoLine> {
  let appointment = firstAppointment;
  for (const { random, id, at } of events(plan, kind, offset)) {
    const prospect = random.chance(0.4) ? newcomer(random) : visit(random);
    yield line(random, id, prospect, at);
    if (random.chance(0.65)) yield appointmentLine(random, appointment++, prospect, at);
  }
}

/**
 * Generates the events of one kind, oldest first.
 * Each kind has separate random sequences for its data and its times.
 */
function* events(
  { seed, day, ...counts }: DemoPlan,
  kind: keyof DemoCounts,
  offset: number,
): Generator<{ readonly random: Random; readonly id: number; readonly at: string }> {
  const random = seededRandom(seed + offset);
  let id = firstId;
  for (const at of reviewTimes(seededRandom(seed + offset + 1), counts[kind], day, practice.timeZone)) {
    yield { random, id, at };
    id += 1;
  }
}

/** Returns a function that finds the latest unused invite before a time. Callers must pass times in ascending order. */
function answeredBy(invited: readonly Invited[]): (at: string) => Invited | undefined {
  const waiting: Invited[] = [];
  let next = 0;
  return (at) => {
    for (let invite = invited[next]; invite && invite.sentAt < at; invite = invited[(next += 1)]) waiting.push(invite);
    return waiting.pop();
  };
}
