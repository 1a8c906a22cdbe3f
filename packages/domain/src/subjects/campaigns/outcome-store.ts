import type { Origin } from "../conversions/conversion-item.js";
import type { Cents } from "../../foundation/kernel/cents.js";
import type { AccountId } from "../../foundation/kernel/ids.js";
import type { Window } from "../../foundation/kernel/window.js";

/** Origin with its number of conversions. */
export type OriginCount = Origin & { readonly conversions: number };

/** Origin with its channel. */
export type OriginChannel = Origin & { readonly channel: string };

/** Results of the conversions of one channel. */
export type ChannelOutcome = {
  readonly channel: string;
  /** Distinct appointments that these conversions closed. */
  readonly appointments: number;
  /** Distinct appointments that these conversions assisted. */
  readonly assists: number;
  /** Distinct patients of the appointments that a new patient's conversion closed. */
  readonly newPatients: number;
  /** Total of the known revenue of closed appointments. */
  readonly knownRevenue: Cents;
  /** Closed appointments with unknown revenue, by whether the closing conversion is a new patient's. */
  readonly unknownOfNew: number;
  readonly unknownOfOthers: number;
};

/** Aggregates the results of conversions in the database. */
export interface OutcomeStore {
  /** Returns the distinct origins of the conversions in a window, in any order. */
  origins(account: AccountId, window: Window): Promise<OriginCount[]>;
  /**
   * Returns the results of the conversions in a window, for channels with any results. Each origin must have one
   * channel.
   */
  ofChannels(account: AccountId, window: Window, channels: readonly OriginChannel[]): Promise<ChannelOutcome[]>;
}

/** Returns the stored channels of calls that no campaign determines. */
export async function channelsOfCalls(
  outcomes: Pick<OutcomeStore, "origins">,
  account: AccountId,
): Promise<readonly string[]> {
  return (await outcomes.origins(account, {})).flatMap(({ sentChannel }) => sentChannel ?? []);
}
