import type { Origin } from "../conversions/conversion-item.js";
import type { Cents } from "../../foundation/kernel/cents.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Window } from "../../foundation/kernel/window.js";

/** Origin of conversions, with the number of conversions from this origin. */
export type OriginCount = Origin & { readonly conversions: number };

export type OriginChannel = Origin & { readonly channel: string };

export type ChannelOutcome = {
  readonly channel: string;
  /** Number of distinct appointments with a closing conversion of this channel. */
  readonly appointments: number;
  /** Number of distinct appointments with a conversion of this channel that is not the closing conversion. */
  readonly assists: number;
  /** Number of distinct patients with an appointment whose closing conversion is from a new patient. */
  readonly newPatients: number;
  /** Total known revenue of the appointments with a closing conversion of this channel. */
  readonly knownRevenue: Cents;
  /**
   * Number of appointments with a closing conversion of this channel and unknown revenue. `unknownOfNew` counts the
   * appointments whose closing conversion is from a new patient.
   */
  readonly unknownOfNew: number;
  readonly unknownOfOthers: number;
};

/** Queries that aggregate the results of conversions in the database. */
export interface OutcomeStore {
  /** Returns the distinct origins of all conversions in a time range, in any order. */
  origins(account: AccountId, window: Window): Promise<OriginCount[]>;
  /**
   * Returns the results of the conversions in a time range, by channel. Channels without results are absent. `channels`
   * must contain each origin only once.
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
