import type { Origin } from "../conversions/conversion-item.js";
import type { Cents } from "../kernel/cents.js";
import type { AccountId } from "../kernel/ids.js";
import type { Window } from "../kernel/window.js";

/** An origin, and how many conversions came from it. */
export type OriginCount = Origin & { readonly conversions: number };

/** The channel of an origin. */
export type OriginChannel = Origin & { readonly channel: string };

/** What the conversions of one channel led to. */
export type ChannelOutcome = {
  readonly channel: string;
  /** Distinct appointments that one of them closed. */
  readonly appointments: number;
  /** Distinct appointments that one of them assisted. */
  readonly assists: number;
  /** Distinct patients of the appointments whose closing conversion was a new patient's. */
  readonly newPatients: number;
  /** What those of the appointments brought of which that is known. */
  readonly knownRevenue: Cents;
  /** How many of the others a new patient's conversion closed, and how many any other one. */
  readonly unknownOfNew: number;
  readonly unknownOfOthers: number;
};

/** What conversions led to, counted where they are kept. */
export interface OutcomeStore {
  /** Where the conversions of a window came from, each origin once, in any order. */
  origins(account: AccountId, window: Window): Promise<OriginCount[]>;
  /** What the conversions of a window led to, of those channels that led to anything; no origin may have two channels. */
  ofChannels(account: AccountId, window: Window, channels: readonly OriginChannel[]): Promise<ChannelOutcome[]>;
}

/** The channels that calls came with, where no campaign says theirs, as they are stored. */
export async function channelsOfCalls(
  outcomes: Pick<OutcomeStore, "origins">,
  account: AccountId,
): Promise<readonly string[]> {
  return (await outcomes.origins(account, {})).flatMap(({ sentChannel }) => sentChannel ?? []);
}
