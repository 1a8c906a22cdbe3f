import type { Cents } from "../../foundation/kernel/cents.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Window } from "../../foundation/kernel/window.js";
import type { Origin } from "../conversions/conversion-item.js";

/** Campaign, source and channel from which conversions come, with the number of these conversions. */
export type OriginCount = Origin & { readonly conversions: number };

/** Counted origin, with its channel. */
export type OriginChannel = OriginCount & { readonly channel: string };

export type ChannelOutcome = {
  readonly channel: string;
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
  /** Returns the distinct origins of all conversions in a time range, in any order. */
  origins(account: AccountId, window: Window): Promise<OriginCount[]>;
  /**
   * Returns the results of the conversions in a time range, by channel. Channels without results are absent.
   * `channels` contains the channel of each origin, with the count that `origins` returned for the same time range.
   * Each origin must occur only once.
   */
  ofChannels(account: AccountId, window: Window, channels: readonly OriginChannel[]): Promise<ChannelOutcome[]>;
}

/**
 * Returns the channels that call trackers reported for stored calls. Skips calls whose channel comes from a campaign.
 */
export async function channelsOfCalls(
  outcomes: Pick<OutcomeStore, "origins">,
  account: AccountId,
): Promise<readonly string[]> {
  return (await outcomes.origins(account, {})).flatMap(({ sentChannel }) => sentChannel ?? []);
}
