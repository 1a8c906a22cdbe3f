import type { CalendarDate } from "@repute/domain";
import { daysOf, type DemoLine, locationId, monthBefore, providerId } from "./catalog-lines.js";
import type { Random, Visit } from "./random.js";

/** Ad campaigns of the practice. Each campaign has its own phone numbers and its own link parameter. */
const campaigns = [
  { name: "Search Ads", channel: "Paid Search", source: "google", share: 34, budget: 2_600 },
  { name: "Social Ads", channel: "Paid Social", source: "facebook", share: 18, budget: 1_150 },
  { name: "Website", channel: "Organic Search", source: "organic", share: 30, budget: 0 },
  { name: "Map Listings", channel: "Local Listings", source: "google", share: 24, budget: 0 },
  { name: "Mailers", channel: "Offline", source: "print", share: 8, budget: 420 },
] as const;

const campaignCount = campaigns.length;

const shares = campaigns.map(({ share }) => share);
const numberOf = (campaign: number) => `+1801555${String(100 + campaign).padStart(4, "0")}`;

const parameterOf = (campaign: number) => `demo-${1 + campaign}`;

/** Tracking parameter in the links of the social ads. */
export const linkParameter = parameterOf(1);

/** Returns the bundle lines of the practice's campaigns, with IDs from 1. */
export const campaignLines = (): readonly DemoLine[] =>
  campaigns.map(({ name, channel, source }, index) => ({
    kind: "campaign",
    id: 1 + index,
    name,
    channel,
    source,
    scct_parameter: parameterOf(index),
    tracking_numbers: [numberOf(index)],
  }));

/** Returns the monthly budgets of the paid campaigns in dollars. */
const monthlyBudgets = () =>
  campaigns.map(({ budget }, index) => ({ campaign_id: 1 + index, budget })).filter(({ budget }) => budget > 0);

/** Generates the bundle line of a call to a tracking number. Some callers withhold their number. */
export const callLine = (random: Random, id: number, { phone }: Visit, calledAt: string): DemoLine => ({
  kind: "call",
  id,
  called_at: calledAt,
  from_number: random.chance(0.04) ? "anonymous" : phone,
  tracking_number: numberOf(random.weighted(shares)),
});

const months = 24;

/** Generates the monthly cost of each campaign that is not free, for the two years up to the month of `day`. */
export function* spendLines(random: Random, day: CalendarDate): Generator<DemoLine> {
  let id = 1;
  for (let back = months; back >= 0; back--) {
    const [start_date, end_date] = daysOf(monthBefore(day, back));
    for (const { campaign_id, budget } of monthlyBudgets()) {
      const amount = (budget * (0.9 + 0.2 * random.next())).toFixed(2);
      yield { kind: "spend", id: id++, campaign_id, start_date, end_date, amount };
    }
  }
}

/** Generates the bundle line of an appointment request from the practice's website. */
export function submissionLine(random: Random, id: number, visit: Visit, sentAt: string): DemoLine {
  return {
    kind: "submission",
    id,
    submission_date: sentAt,
    scct_parameter: `demo-${random.whole(1, campaignCount)}`,
    phone_number: visit.phone,
    conversion_type: random.chance(0.7) ? "Online" : "App",
    patient_name: `${visit.first} ${visit.last}`,
    ...(random.chance(0.6) && { email: visit.email }),
    ...(random.chance(0.03) && { is_test: true }),
  };
}

/**
 * Generates the bundle line of an appointment that follows a call or submission.
 * Some appointments have no time of day.
 */
export function appointmentLine(random: Random, id: number, visit: Visit, touchedAt: string): DemoLine {
  const { town, person, first, last, patientId, phone, email } = visit;
  const booked = Date.parse(touchedAt) + random.whole(1, 90) * 60_000;
  const time = new Date(booked + random.whole(1, 21 * 24 * 4) * 15 * 60_000).toISOString();
  return {
    kind: "appointment",
    id,
    appointment_at: random.chance(0.1) ? time.slice(0, 10) : time,
    ...(random.chance(0.6) && { booked_at: new Date(booked).toISOString() }),
    patient_id: patientId,
    patient_name: `${first} ${last}`,
    phone,
    ...(random.chance(0.6) && { email }),
    location_id: locationId(town),
    ...(person !== undefined && { provider_id: providerId(person) }),
    ...(random.chance(0.4) && { revenue: `${random.whole(80, 1_900)}.00` }),
  };
}
