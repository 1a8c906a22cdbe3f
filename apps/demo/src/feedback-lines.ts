import { type Instant, localDate } from "@repute/domain";
import { type DemoLine, locationId, platformId, providerId } from "./catalog-lines.js";
import {
  type DemoPlatform,
  type DemoQuestion,
  messages,
  people,
  platforms,
  practice,
  recommendQuestion,
  type Town,
  towns,
} from "./practice.js";
import type { Random, Visit } from "./random.js";

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

const platformShares = platforms.map(({ share }) => share);

// Probability of a comment for 1 to 5 stars. Dissatisfied patients comment more often.
const commentShares = [0.94, 0.9, 0.8, 0.7, 0.72];

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
    ...(random.chance(commentShares[stars - 1] ?? 1) && { comment: comment(random, stars, seen) }),
    ...(!random.chance(0.04) && { reviewer: reviewer(random, visit) }),
    create_time: createTime,
    ...(inviteId !== undefined && { invite_id: inviteId }),
    ...(random.chance(0.9) && { extras: { visit: random.chance(0.35) ? "new" : "return" } }),
  };
}

/** Returns the name that patients use for a provider: the last name of a doctor, or the first name of a hygienist. */
function spokenName(person: number | undefined): string {
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

// Weights of the scores 0 to 10. Most patients are promoters, and few patients give a middle score.
const scores = [3, 1, 1, 2, 2, 4, 4, 9, 16, 22, 40];

/** Generates the bundle line of a patient's answer to the Net Promoter Score question. */
export function npsSurveyLine(random: Random, id: number, visit: Visit, createTime: string): DemoLine {
  const score = random.weighted(scores);
  const stars = Math.max(1, Math.ceil(score / 2));
  const { town, person, first, last } = visit;
  const seen = { provider: spokenName(person), city: towns[town]?.city ?? "" };
  return {
    kind: "nps_survey",
    id,
    platform_id: platformId(platforms.findIndex(({ questions }) => questions !== undefined)),
    location_id: locationId(town),
    ...(person !== undefined && { provider_id: providerId(person) }),
    nps_rating: score,
    ...(random.chance(0.6) && { rating: stars }),
    question_id: recommendQuestion.name,
    ...(random.chance(0.4) && { comment: comment(random, stars, seen) }),
    reviewer: `${first} ${last}`,
    create_time: createTime,
    extras: { visit: random.chance(0.35) ? "new" : "return" },
  };
}

const surveys = platforms.flatMap(({ questions }, index) => (questions ? [{ id: platformId(index), questions }] : []));

// Weights of 1 to 5 stars. Survey ratings are higher than review ratings.
const starShares = [3, 4, 9, 24, 60];

/** Generates the bundle line of a patient's response to a survey, with some questions skipped. */
export function responseLine(random: Random, id: number, visit: Visit, submittedAt: string): DemoLine {
  const survey = random.pick(surveys);
  const stars = 1 + random.weighted(starShares);
  const context = { random, stars, seen: { provider: spokenName(visit.person), city: towns[visit.town]?.city ?? "" } };
  const requested = survey.questions.filter(() => random.chance(0.93));
  const commented = requested.filter((question) => question.allows_comment && random.chance(0.3));
  const day = localDate((Date.parse(submittedAt) - random.whole(0, 3) * 86_400_000) as Instant, practice.timeZone);
  return {
    kind: "survey_response",
    id,
    survey_id: survey.id,
    submitted_at: submittedAt,
    appointment_date: day,
    contact: random.chance(0.7) ? visit.phone : visit.email,
    location_id: locationId(visit.town),
    ...(visit.person !== undefined && { provider_id: providerId(visit.person) }),
    patient_id: visit.patientId,
    patient_first: visit.first,
    patient_last: visit.last,
    answers: Object.fromEntries(requested.map((question) => [question.question_id, answerTo(question, context)])),
    ...(commented.length > 0 && {
      comments: Object.fromEntries(commented.map((question) => [question.question_id, words(context)])),
    }),
    extras: { visit: random.chance(0.35) ? "new" : "return" },
  };
}

type AnswerContext = { readonly random: Random; readonly stars: number; readonly seen: Parameters<typeof comment>[2] };

/** Generates an answer in the stored format: the code of a choice, the number on a scale, or a free-form string. */
function answerTo(question: DemoQuestion, context: AnswerContext): string | readonly string[] {
  const { random, stars } = context;
  const choices = question.choices?.length ?? 0;
  switch (question.kind) {
    case "stars":
      return String(stars);
    case "single_select":
      return String(random.whole(1, choices));
    case "multi_select":
      return Array.from({ length: choices }, (_, index) => String(index + 1)).filter(() => random.chance(0.4));
    case "point_scale":
      return String(Math.max(question.min ?? 0, stars * 2 - random.whole(0, 1)));
    case "open_text":
      return words(context);
  }
}

const words = ({ random, stars, seen }: AnswerContext): string => comment(random, stars, seen);

/** Details of a visit that a comment can mention. */
type Mentioned = { readonly provider: string; readonly city: string };

/** Generates a review comment of one to three sentences that fits the number of stars. */
function comment(random: Random, stars: number, visit: Mentioned): string {
  const { openings, details, closings } = moodOf(stars);
  const sentences = [
    ...(random.chance(0.85) ? [random.pick(openings)] : []),
    random.pick(details),
    ...(random.chance(0.6) ? [random.pick(closings)] : []),
  ];
  const fill = slotFiller(random, visit);
  return sentences.map(fill).join(" ");
}

const moodOf = (stars: number): Mood => {
  if (stars >= 4) return praise;
  return stars >= 3 ? mixed : complaint;
};

/**
 * Returns a function that fills the placeholders of a review text.
 * A placeholder has the same value in the whole text.
 */
function slotFiller(random: Random, visit: Mentioned): (sentence: string) => string {
  const filled = new Map<string, string>(Object.entries(visit));
  const filling = (name: string): string => {
    const found = filled.get(name) ?? random.pick(slots[name] ?? []);
    filled.set(name, found);
    return found;
  };
  return (sentence) => {
    const text = sentence.replace(/\{(\w+)\}/g, (_slot, name: string) => filling(name));
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
}

/** Sentences for one mood, in the order in which a comment uses them. Slots have the form `{name}`. */
type Mood = {
  readonly openings: readonly string[];
  readonly details: readonly string[];
  readonly closings: readonly string[];
};

const praise: Mood = {
  openings: [
    "{provider} is simply wonderful.",
    "Best dental visit I have had in years.",
    "I used to dread going to the dentist, and {provider} changed that.",
    "Our whole family comes to the {city} office.",
    "I came in for a {treatment} and could not be happier.",
    "From the moment I walked in, everyone was kind.",
    "{provider} took the time to explain everything before my {treatment}.",
    "Big thanks to the {city} team!",
    "We moved to {city} this year and found this office through a neighbor.",
    "I brought {relation} in for a check-up and it went perfectly.",
    "What a great experience.",
    "I have been coming here for {years} years.",
    "The {staff} greeted me by name.",
    "Had a {treatment} done this week and hardly felt a thing.",
    "They fit me in the same day for a cracked tooth.",
    "So impressed with this office.",
  ],
  details: [
    "The {staff} made me feel comfortable the whole time.",
    "I was in and out in {few} minutes.",
    "No pressure, no upselling, just honest advice.",
    "{provider} checked in twice to make sure I was numb.",
    "They explained the cost of the {treatment} up front and the bill matched.",
    "{relation} was nervous and they were so patient.",
    "The office is spotless and the chairs are comfy.",
    "They called that evening to see how I was doing after the {treatment}.",
    "My insurance was handled without a single phone call from me.",
    "I have had three dentists in ten years and {provider} is by far the gentlest.",
    "The {staff} even found me an earlier slot.",
    "Text reminders and the online forms made it easy.",
    "My {treatment} looks completely natural.",
    "They showed me the x-rays and talked me through every step.",
    "Parking right at the door, which helps with little ones.",
    "I never waited more than {few} minutes.",
  ],
  closings: [
    "Highly recommend!",
    "See you in six months.",
    "I will not go anywhere else.",
    "Thank you, {provider}!",
    "Worth the drive to {city}.",
    "I have already sent two coworkers here.",
    "Cannot say enough good things.",
    "Keep up the great work.",
    "Ask for {provider} if you can.",
    "Thanks to everyone at the {city} office.",
  ],
};

const mixed: Mood = {
  openings: [
    "Decent visit overall.",
    "{provider} was good, the scheduling less so.",
    "My {treatment} went fine.",
    "Friendly people at the {city} office.",
    "It was okay.",
    "Good care, slow day.",
    "I like {provider}, but the office was clearly busy.",
    "Came in for a {treatment}.",
    "Mixed feelings about this one.",
    "The {staff} was nice enough.",
  ],
  details: [
    "I waited {many} minutes past my appointment time.",
    "The {treatment} itself was quick, the paperwork was not.",
    "It took two calls to get the estimate for my {treatment}.",
    "The {staff} seemed rushed.",
    "I would have liked a bit more explanation before the {treatment}.",
    "Cleaning was thorough, though a little rough.",
    "They rescheduled me once and apologized for it.",
    "Billing needed a correction, which the {staff} sorted out in a week.",
    "The waiting room gets crowded after school.",
    "Price was a bit higher than I expected.",
  ],
  closings: [
    "I will probably return.",
    "Hoping the next visit runs on time.",
    "Fine for a check-up.",
    "Not bad, not great.",
    "{provider} is the reason I stay.",
    "Would give it another try.",
  ],
};

const complaint: Mood = {
  openings: [
    "Very disappointed.",
    "I waited {many} minutes and nobody told me why.",
    "I wanted to like the {city} office, but no.",
    "Second bad visit in a row.",
    "My {treatment} had to be redone.",
    "The {staff} was rude on the phone.",
    "I would not send {relation} back here.",
    "Be careful with the billing.",
    "They lost my paperwork twice.",
    "This place has gone downhill over the last {years} years.",
    "Felt rushed from start to finish.",
    "Still in pain after my {treatment}.",
  ],
  details: [
    "I was quoted one price for the {treatment} and charged another.",
    "{provider} spent maybe five minutes with me.",
    "Nobody returned my calls about the bill.",
    "They cancelled on the morning of my appointment and could not see me for weeks.",
    "The {staff} argued with me about my insurance.",
    "I had to repeat my history three times.",
    "The numbing wore off halfway through the {treatment}.",
    "They pushed a {treatment} that a second dentist said I did not need.",
    "{many} minutes in the chair before anyone came in.",
    "I asked to speak to the manager and was told to send an email.",
    "The reminder said one time and the {staff} insisted on another.",
    "{relation} left in tears.",
  ],
  closings: [
    "I am looking for another dentist.",
    "Will not be back.",
    "Save yourself the trouble.",
    "Please train your {staff}.",
    "I expected better from {provider}.",
    "Still waiting for a call back.",
    "I want my records sent elsewhere.",
    "One star is generous.",
  ],
};

/** Possible values of each slot in a phrase, for slots whose value does not depend on the visit. */
const slots: Readonly<Record<string, readonly string[]>> = {
  treatment: [
    ..."cleaning,filling,crown,root canal,check-up,whitening,bridge,night guard,deep cleaning,dental implant".split(
      ",",
    ),
    ..."braces adjustment,retainer fitting,wisdom tooth consult,veneer,denture fitting,new patient exam".split(","),
  ],
  staff: "front desk,hygienist,dental assistant,receptionist,billing team,office manager,assistant".split(","),
  relation: "my daughter,my son,my husband,my wife,my mom,my dad,my youngest,my teenager,my grandson".split(","),
  few: "five,ten,fifteen,20,25".split(","),
  many: "thirty,35,40,forty-five,50,sixty,70".split(","),
  years: "two,three,four,five,six,eight,ten,twelve".split(","),
};
