import type { CampaignId } from "../kernel/ids.js";

/** A marketing campaign, and how conversions are known to be its own. */
export type Campaign = {
  readonly id: CampaignId;
  readonly name: string;
  readonly channel: string;
  readonly source: string | null;
  /** What online submissions that came from it carry. */
  readonly scctParameter: string | null;
  /** The call trackers that lead to it: in E.164 where they are usable numbers, else as given. */
  readonly trackingNumbers: readonly string[];
};

/** Whose number a call tracker has; of several campaigns with one number it is that of the least id. */
export function campaignsByNumber(campaigns: readonly Campaign[]): (trackingNumber: string) => CampaignId | null {
  const found = new Map<string, CampaignId>();
  for (const { id, trackingNumbers } of campaigns) {
    for (const number of trackingNumbers) if (!found.has(number)) found.set(number, id);
  }
  return (trackingNumber) => found.get(trackingNumber) ?? null;
}

/** Whose links carry a parameter; of several campaigns with one parameter they are those of the one with the least id. */
export function campaignsByParameter(campaigns: readonly Campaign[]): (scctParameter: string) => CampaignId | null {
  const found = new Map<string, CampaignId>();
  for (const { id, scctParameter } of campaigns) {
    if (scctParameter !== null && !found.has(scctParameter)) found.set(scctParameter, id);
  }
  return (scctParameter) => found.get(scctParameter) ?? null;
}
