import type { DemoLine } from "./catalog-lines.js";
import type { Random } from "./random.js";
import type { Visit } from "./visit.js";

/** Ad campaigns of the practice. Each campaign has its own phone numbers and its own link parameter. */
const campaigns = [
  { name: "Search Ads", channel: "Paid Search", source: "google", share: 34, budget: 2_600 },
  { name: "Social Ads", channel: "Paid Social", source: "facebook", share: 18, budget: 1_150 },
  { name: "Website", channel: "Organic Search", source: "organic", share: 30, budget: 0 },
  { name: "Map Listings", channel: "Local Listings", source: "google", share: 24, budget: 0 },
  { name: "Mailers", channel: "Offline", source: "print", share: 8, budget: 420 },
] as const;

export const campaignCount = campaigns.length;

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
export const monthlyBudgets = () =>
  campaigns.map(({ budget }, index) => ({ campaign_id: 1 + index, budget })).filter(({ budget }) => budget > 0);

/** Generates the bundle line of a call to a tracking number. Some callers withhold their number. */
export const callLine = (random: Random, id: number, { phone }: Visit, calledAt: string): DemoLine => ({
  kind: "call",
  id,
  called_at: calledAt,
  from_number: random.chance(0.04) ? "anonymous" : phone,
  tracking_number: numberOf(random.weighted(shares)),
});
