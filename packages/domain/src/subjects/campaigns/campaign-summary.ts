import type { AccountSettings } from "../../foundation/accounts/account.js";
import { namedParts, type Names, namesOf } from "../../foundation/catalog/names.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Cents } from "../../foundation/kernel/numbers.js";
import type { Ports } from "../../foundation/kernel/storage.js";
import { type CalendarDate, type Instant, localDate, type TimeZone } from "../../foundation/kernel/times.js";
import type { AppliedWindow, Window } from "../../foundation/kernel/window.js";
import { parseRange, type RangeQuery } from "../../foundation/lists/list-query.js";
import { channelOf, type Origin } from "../conversions/conversion-item.js";
import { type Spend, spendWithin } from "./spends.js";

/** Time range of a campaign summary, as strings. The start and the end are both required. */
export type CampaignQuery = RangeQuery;

/** Results and cost of one channel in the summarized time range. */
export type ChannelResult = {
  readonly channel: string;
  readonly conversions: number;
  /** Number of distinct appointments whose closing conversion is from this channel. */
  readonly appointments: number;
  /** Number of distinct appointments that this channel assisted: it led to a conversion other than the closing one. */
  readonly assists: number;
  /** Number of distinct new patients whose appointments have a closing conversion from this channel. */
  readonly newPatients: number;
  /** Marketing cost in cents of the account's currency. */
  readonly cost: Cents;
  /** Revenue from the appointments in cents of the account's currency. Estimated if the revenue is unknown. */
  readonly revenue: Cents;
};

/** Campaign summary of a time range. */
export type CampaignSummary = {
  readonly window: AppliedWindow;
  /** ISO 4217 code of the currency of all amounts, such as `USD`. */
  readonly currency: string;
  /** Channels with conversions or spend in the time range, sorted by name, ignoring case. */
  readonly channels: readonly ChannelResult[];
};

/**
 * Summarizes conversions and cost by channel. Covers the conversions in a time range, all appointments to which they
 * led, and the cost of the days in the range.
 */
export function summarizeCampaigns({ storage }: Ports) {
  return (account: AccountId, query: CampaignQuery): Promise<CampaignSummary> =>
    storage.read(account, async ({ settings, catalog, outcomes, spends }) => {
      const own = await settings.read(account);
      const window = parseRange(query, own.timeZone);
      const names = namesOf(await catalog.read(account, ...namedParts));
      const led = await outcomes.ofChannels(account, window, (origin) => channelOf(origin, names));
      const [from, to] = daysOf(window, own.timeZone);
      const costs = costsOf(await spends.within(account, from, to), names, from, to);
      return { window, currency: own.currency, channels: resultsOf(led, costs, own) };
    });
}

/** Returns the first and the last local day of a time range. */
function daysOf({ to, start }: AppliedWindow, zone: TimeZone): readonly [CalendarDate, CalendarDate] {
  const last = ((to ?? 0) - 1) as Instant;
  return [localDate(start ?? last, zone), localDate(last, zone)];
}

function costsOf(spends: readonly Spend[], names: Names, from: CalendarDate, to: CalendarDate) {
  const costs = new Map<string, number>();
  for (const spend of spends) {
    const channel = channelOf({ campaignId: spend.campaignId, source: null, sentChannel: null }, names);
    costs.set(channel, (costs.get(channel) ?? 0) + spendWithin(spend, from, to));
  }
  return costs;
}

/** Combines outcomes and costs into one result per channel. Sorts the channels by name, ignoring case. */
function resultsOf(
  led: readonly ChannelOutcome[],
  costs: ReadonlyMap<string, number>,
  settings: AccountSettings,
): readonly ChannelResult[] {
  const outcomes = new Map(led.map((outcome) => [outcome.channel, outcome]));
  return [...new Set([...outcomes.keys(), ...costs.keys()])].sort(byName).map((channel) => {
    const outcome = outcomes.get(channel) ?? { channel, ...noOutcome };
    const { conversions, appointments, assists, newPatients } = outcome;
    const cost = (costs.get(channel) ?? 0) as Cents;
    return {
      ...{ channel, conversions, appointments, assists, newPatients, cost },
      revenue: revenueOf(outcome, settings) as Cents,
    };
  });
}

const noOutcome: Omit<ChannelOutcome, "channel"> = {
  ...{ conversions: 0, appointments: 0, assists: 0, newPatients: 0 },
  ...{ knownRevenue: 0 as Cents, unknownOfNew: 0, unknownOfOthers: 0 },
};

const revenueOf = (
  { knownRevenue, unknownOfNew, unknownOfOthers }: ChannelOutcome,
  { valueNewPatient, valueExistingPatient }: AccountSettings,
): number => knownRevenue + unknownOfNew * valueNewPatient + unknownOfOthers * valueExistingPatient;

function byName(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (a === b) return one < other ? -1 : 1;
  return a < b ? -1 : 1;
}

/** Results of the conversions of one channel. */
export type ChannelOutcome = {
  readonly channel: string;
  readonly conversions: number;
  /** Number of distinct appointments whose closing conversion is from this channel. */
  readonly appointments: number;
  /** Number of distinct appointments that this channel assisted: it led to a conversion other than the closing one. */
  readonly assists: number;
  /** Number of distinct new patients whose appointments have a closing conversion from this channel. */
  readonly newPatients: number;
  /** Total known revenue of the appointments whose closing conversion is from this channel. */
  readonly knownRevenue: Cents;
  /**
   * Number of appointments whose closing conversion is from this channel and whose revenue is unknown.
   * `unknownOfNew` counts the appointments of new patients, and `unknownOfOthers` counts all others.
   */
  readonly unknownOfNew: number;
  readonly unknownOfOthers: number;
};

/** Queries that aggregate the results of conversions in the database. */
export interface OutcomeStore {
  /**
   * Returns the results of the conversions in a time range by channel, in any order. Channels without conversions are
   * absent. `channelOf` returns the channel of an origin.
   */
  ofChannels(account: AccountId, window: Window, channelOf: (origin: Origin) => string): Promise<ChannelOutcome[]>;
}

/**
 * Returns the channels that call trackers reported for stored calls. Skips calls whose channel comes from a campaign.
 */
export async function channelsOfCalls(outcomes: OutcomeStore, account: AccountId): Promise<readonly string[]> {
  const found = await outcomes.ofChannels(account, {}, ({ sentChannel }) => sentChannel ?? "");
  return found.flatMap(({ channel }) => channel || []);
}
